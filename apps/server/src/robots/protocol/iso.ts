const cache = Array.from({ length: 64 }, () => ({ ms: Number.NaN, text: '' }));

/**
 * A moment as text. Messages come in crowds and each writes several moments, mostly the same few milliseconds: composing
 * each text anew is a twentieth of the gateway's work.
 */
export function isoOf(ms: number): string {
  const slot = cache[ms & (cache.length - 1)];
  if (!slot) return new Date(ms).toISOString();
  if (slot.ms === ms) return slot.text;
  slot.text = new Date(ms).toISOString();
  slot.ms = ms;
  return slot.text;
}
