// Keeps the screen awake from the first tap on. Browsers allow this only over https and on the server's own computer.

// `report` receives the state: "" while the lock is held, "tap" when it was released, and "dark" if the browser refuses
// it, for example because the battery is low.
export function stayAwake(report = () => {}) {
  let lock, wanted = false;
  const ask = async () => {
    wanted = true;
    if (document.hidden || lock?.released === false) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => report("tap"));
      report("");
    } catch {
      report("dark");
    }
  };
  document.addEventListener("click", ask);
  document.addEventListener("visibilitychange", () => wanted && ask());
}
