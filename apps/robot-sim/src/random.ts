/** Returns the next number in [0, 1) of a stream that depends on the seed alone. */
export type Random = () => number;

/** Mulberry32: small, fast, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A separate seed for each name (FNV-1a), so that draws of one robot do not change the stream of another. */
export function seedFor(name: string, seed: number) {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();

export const pick = <T>(random: Random, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

/** Normal distribution by Box–Muller; one draw costs two numbers of the stream. */
export const gaussian = (random: Random, sigma: number) =>
  sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Waiting time until the next event of a Poisson process with this mean. */
export const exponential = (random: Random, mean: number) => -mean * Math.log(1 - random());
