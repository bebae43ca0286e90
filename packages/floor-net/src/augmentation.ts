import type { Random } from './random.ts';
import { tilePx } from './tile.ts';

const plane = tilePx * tilePx;
const maxLines = 2;

function swap(input: Float32Array, one: number, other: number): void {
  const value = input[one]!;
  input[one] = input[other]!;
  input[other] = value;
}

function flip(input: Float32Array, across: boolean): void {
  for (let channel = 0; channel < 3; channel++)
    for (let row = 0; row < (across ? tilePx : tilePx / 2); row++)
      for (let column = 0; column < (across ? tilePx / 2 : tilePx); column++) {
        const start = channel * plane;
        const [y, x] = across ? [row, tilePx - 1 - column] : [tilePx - 1 - row, column];
        swap(input, start + row * tilePx + column, start + y * tilePx + x);
      }
}

/** Turns colours around the axis of grey, and makes them lighter or darker. */
function turnColours(input: Float32Array, random: Random): void {
  const angle = 2 * Math.PI * random();
  const contrast = 0.75 + 0.5 * random();
  const shift = 0.16 * (random() - 0.5);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle) / Math.sqrt(3)];
  const third = (1 - cos) / 3;
  const [same, next, last] = [cos + third, third - sin, third + sin];
  for (let at = 0; at < plane; at++) {
    const [red, green, blue] = [input[at]!, input[plane + at]!, input[2 * plane + at]!];
    input[at] = contrast * (same * red + next * green + last * blue) + shift;
    input[plane + at] = contrast * (last * red + same * green + next * blue) + shift;
    input[2 * plane + at] = contrast * (next * red + last * green + same * blue) + shift;
  }
}

/** Draws a straight line across the tile, as joints of floors are. Without them a network takes every joint for an object. */
function drawLine(input: Float32Array, random: Random): void {
  const angle = Math.PI * random();
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const offset = (random() - 0.5) * tilePx;
  const half = 0.5 + random();
  const change = (random() < 0.5 ? -1 : 1) * (0.08 + 0.2 * random());
  for (let row = 0; row < tilePx; row++)
    for (let column = 0; column < tilePx; column++) {
      const away = (column - tilePx / 2) * across + (row - tilePx / 2) * down - offset;
      if (Math.abs(away) > half) continue;
      for (let channel = 0; channel < 3; channel++) input[channel * plane + row * tilePx + column]! += change;
    }
}

/** Changes a tile as light, floors and directions do. The stream decides how. */
export function augment(input: Float32Array, random: Random): void {
  if (random() < 0.5) flip(input, true);
  if (random() < 0.5) flip(input, false);
  turnColours(input, random);
  for (let lines = Math.floor(random() * (maxLines + 1)); lines > 0; lines--) drawLine(input, random);
}
