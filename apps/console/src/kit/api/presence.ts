const unattendedMs = 5 * 60_000;
let lastMs = Date.now();

const recordInput = () => void (lastMs = Date.now());
for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(sign, recordInput, { passive: true, capture: true });

/** Whether the page had no input for five minutes. Its calls are then background calls. */
export const isUnattended = () => Date.now() - lastMs > unattendedMs;
