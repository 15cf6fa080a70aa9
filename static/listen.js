// Waits for changes by other scorers of the same game. second_scorer is loaded when there are any, or if there is no
// stream.

import { later } from "./lazy_load.js";

const AGAIN = 3000; // ms

export function listen(...given) {
  const { stream, sign } = document.querySelector(".game")?.dataset ?? {};
  if (!stream) return;
  const source = document.hidden ? null : new EventSource(`${stream}?seen=`);
  let timer, shown, heard; // the frame that goes with the page as it came, of which something may be taken back; and the first other one
  const soon = () => { timer = setTimeout(hear, AGAIN); };
  const hear = () => {
    source?.close();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hear);
    if (document.hidden) document.addEventListener("visibilitychange", hear);
    else later("second_scorer").then(({ begin }) => begin(shown, heard, ...given), soon);
  };
  document.addEventListener("visibilitychange", hear);
  if (!source) return;
  source.onerror = () => { source.close(); soon(); }; // it also breaks when one leaves the page
  source.onmessage = ({ data, lastEventId }) => {
    if (!shown && lastEventId === sign) return (shown = data);
    heard = [data, lastEventId];
    hear();
  };
}
