// Sends a form. Where its token has expired, because the browser was closed and its session is gone, it is sent once
// more with a new one.

import { root } from "./root.js";

export async function post(address, body, how) {
  const send = () => fetch(address, { method: "POST", body, ...how }), answer = await send();
  if (answer.headers.get("Scorepad-Token") !== "expired") return answer;
  const page = await fetch(`${root}device`, { signal: how?.signal }), token = / name="csrf_token"[^>]* value="([^"]+)"/.exec(await page.text())?.[1];
  if (!token) return answer;
  for (const one of document.querySelectorAll("[name=csrf_token]")) one.value = token;
  body.set("csrf_token", token);
  return send();
}
