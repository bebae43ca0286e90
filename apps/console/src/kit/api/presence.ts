const unattendedMs = 5 * 60_000;
let lastMs = Date.now();

const recordInput = () => void (lastMs = Date.now());
for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(sign, recordInput, { passive: true, capture: true });

/** Whether the page had no input for five minutes. Its calls are then background calls. */
export const isUnattended = () => Date.now() - lastMs > unattendedMs;

/** Waits until the tab is visible or focused. Returns a function that ends the wait. */
export function whenShown(then: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'hidden') return;
    stop();
    then();
  };
  const stop = () => {
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  return stop;
}
