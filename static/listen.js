// Whether there is anything to hear of others who score the same game. What reads it (beside.js) is fetched when there
// is, or when there is no stream.

import { later } from "./later.js";

const AGAIN = 3000; // ms

export function listen(...given) {
  const { stream, sign } = document.querySelector(".game")?.dataset ?? {};
  if (!stream) return;
  const source = document.hidden ? null : new EventSource(`${stream}?seen=`);
  let shown; // what is tapped on the page as it came: of that something may be taken back
  const hear = () => {
    source?.close();
    document.removeEventListener("visibilitychange", hear);
    if (document.hidden) document.addEventListener("visibilitychange", hear);
    else later("beside").then(({ begin }) => begin(shown, ...given), () => setTimeout(hear, AGAIN));
  };
  document.addEventListener("visibilitychange", hear);
  if (!source) return;
  source.onerror = hear;
  source.onmessage = ({ data, lastEventId }) => {
    if (shown || lastEventId !== sign) hear();
    else shown = data;
  };
}
