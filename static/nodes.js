// Returns a new element with these properties and children.
export const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
