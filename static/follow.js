// Follows a page: a stream while it is visible and sometimes a poll; without a stream more polls.

const EVERY = 3000, SELDOM = 45000, PATIENCE = 5000; // ms
const MOST_PASSED = 20; // questions until a stream is tried again that there was no place for

// `seen()` is the sign of the visible content. `receive(frame, sign)` renders a frame. `ask()` polls and renders; it
// throws without an answer.
export function follow(address, seen, receive, ask) {
  let source, timer, wait = 0, passed = 0;

  function open() {
    source = new EventSource(`${address}?seen=${encodeURIComponent(seen())}`);
    source.onopen = () => { wait = 0; };
    source.onmessage = ({ data, lastEventId }) => receive(data, lastEventId);
    source.onerror = () => {
      close();
      wait = Math.min(2 * wait + 1, MOST_PASSED);
      look(0);
    };
  }

  function close() {
    source?.close();
    source = undefined;
  }

  const look = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(poll, pause * (0.7 + 0.6 * Math.random()));
  };

  async function poll() {
    const answered = await ask().then(() => true, () => false);
    if (document.hidden) return;
    passed = source ? 0 : passed + 1;
    if (answered && !source && passed >= wait) open();
    look(source ? SELDOM : EVERY);
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) close();
    else poll();
  });
  if (document.hidden) return;
  open();
  look(SELDOM);
}

export async function fetched(address) {
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw Object.assign(new Error(answer.status), { answer });
  return answer;
}
