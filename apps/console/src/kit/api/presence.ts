const unattendedMs = 5 * 60_000;
let lastMs = Date.now();

const seen = () => void (lastMs = Date.now());
for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(sign, seen, { passive: true, capture: true });

/** Nobody touched this page for minutes: what it asks now it asks by itself. */
export const isUnattended = () => Date.now() - lastMs > unattendedMs;
