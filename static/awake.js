// The screen stays awake from the first tap on, where the browser allows it: on this machine and over https.

// `told` hears how it stands: "" while it stays awake, "tap" when it does no more, "dark" where it cannot: a battery too
// low, a browser that refuses.
export function stayAwake(told = () => {}) {
  let lock, wanted = false;
  const ask = async () => {
    wanted = true;
    if (document.hidden || lock?.released === false) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => told("tap"));
      told("");
    } catch {
      told("dark");
    }
  };
  document.addEventListener("click", ask);
  document.addEventListener("visibilitychange", () => wanted && ask());
}
