// Sends a form. If its token has expired, sends it once more with a new token. A token expires when the browser is
// closed, because the session ends.

import { root } from "./root.js";

export async function post(address, body, how) {
  const send = () => fetch(address, { method: "POST", body, ...how }), answer = await send();
  if (answer.headers.get("Scorepad-Token") !== "expired") return answer;
  const page = await fetch(`${root}device`, { signal: how?.signal }), token = / name="csrf_token"[^>]* value="([^"]+)"/.exec(await page.text())?.[1];
  if (!token) return answer;
  for (const field of document.querySelectorAll("[name=csrf_token]")) field.value = token;
  body.set("csrf_token", token);
  return send();
}
