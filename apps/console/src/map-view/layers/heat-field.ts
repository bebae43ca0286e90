import type { Rgb } from '../canvas/ground-field.ts';

/** The lowest value of each colour, in rising order; values below the first and above `until` have no colour. */
export interface HeatColours {
  steps: readonly { from: number; colour: Rgb }[];
  /** The largest valid value. */
  until: number;
}

/** The colours are translucent, so that walls and zones stay readable. */
const opacity = 205;

/** The coloured tiles, one pixel each: every value has the colour of the last step it reaches. */
export function heatPixels(
  values: Uint16Array,
  { steps, until }: HeatColours,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * values.length);
  for (let tile = 0; tile < values.length; tile++) {
    const value = values[tile]!;
    if (value > until) continue;
    let step = steps.length - 1;
    while (step >= 0 && steps[step]!.from > value) step--;
    if (step < 0) continue;
    const [red, green, blue] = steps[step]!.colour;
    const at = 4 * tile;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = opacity;
  }
  return pixels;
}
