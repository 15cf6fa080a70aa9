// The remaining hands: the chosen hand gets a card more or fewer, or a neighbour, or goes. The field holds the sizes.

const field = document.getElementById("cards"), chips = document.getElementById("sizes"), { most } = chips.dataset;

function arrange() { // rows of equal length, at most 5 on the narrowest phone
  const count = chips.children.length;
  chips.className = `chips scripted n${Math.ceil(count / Math.ceil(count / 5))}`;
}

arrange();
chips.querySelector("input").checked = true;
document.querySelector(".steps").addEventListener("click", ({ target: { dataset: { step } } }) => {
  const hand = chips.querySelector(":checked").closest("label"), size = hand.querySelector("span");
  if (Number(step)) size.textContent = Math.min(Math.max(Number(size.textContent) + Number(step), 1), most);
  else if (step === "add") {
    hand.after(hand.cloneNode(true));
    hand.nextSibling.querySelector("input").checked = true;
  } else if (step === "drop" && chips.children[1]) {
    (hand.nextElementSibling ?? hand.previousElementSibling).querySelector("input").checked = true;
    hand.remove();
  }
  arrange();
  field.value = [...chips.children].map((chip) => chip.textContent.trim()).join(" ");
  document.getElementById("live").textContent = field.value;
});
