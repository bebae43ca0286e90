import { expect, test } from 'vitest';
import { heatPixels } from './heat-field.ts';

const steps = [
  { from: 2, colour: [10, 20, 30] as const },
  { from: 5, colour: [40, 50, 60] as const },
];

test('every tile has the colour of the last step its value reaches, and no colour below, above or between the tiles', () => {
  const pixels = heatPixels(Uint16Array.of(0, 2, 4, 5, 900, 901), { steps, until: 900 });
  const red = [0, 1, 2, 3, 4, 5].map((tile) => pixels[4 * tile]);
  expect(red).toEqual([0, 10, 10, 40, 40, 0]);
  expect([0, 1, 5].map((tile) => pixels[4 * tile + 3]! > 0)).toEqual([false, true, false]);
  expect(heatPixels(Uint16Array.of(7), { steps: [], until: 900 })).toEqual(new Uint8ClampedArray(4));
});
