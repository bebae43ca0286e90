/** The width and the height of a tile. */
export const tilePx = 64;
const pixels = tilePx * tilePx;
export const tileBytes = 3 * pixels;
/** Numbers that a network reads of a tile: three planes. */
export const tileInputs = 3 * pixels;
const scale = 128;

export type Colour = readonly [red: number, green: number, blue: number];

/** A square of a picture of a floor. */
export interface Tile {
  /** Red, green and blue of each pixel, row by row. */
  rgb: Uint8Array;
  /** The colour of the floor in the whole picture. */
  floor: Colour;
}

/** The colour that most of a picture has: the median of each channel. A mean would be moved by what lies on the floor. */
export function floorColourOf(rgb: Uint8Array): Colour {
  const median = (channel: number): number => {
    const counts = new Uint32Array(256);
    for (let at = channel; at < rgb.length; at += 3) counts[rgb[at]!]! += 1;
    let left = rgb.length / 6;
    return Math.max(
      0,
      counts.findIndex((count) => (left -= count) <= 0),
    );
  };
  return [median(0), median(1), median(2)];
}

/**
 * Writes a tile as planes of colours relative to the floor. Absolute colours would be learnt by heart: a network then fails on a
 * floor that it has never seen.
 */
export function tileInput({ rgb, floor }: Tile, input: Float32Array): void {
  for (let channel = 0; channel < 3; channel++)
    for (let at = 0; at < pixels; at++)
      input[channel * pixels + at] = (rgb[at * 3 + channel]! - floor[channel]!) / scale;
}
