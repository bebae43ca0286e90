import { randomFrom, type Random } from '../random.ts';
import { tileBytes, tilePx, type Colour, type Tile } from '../tile.ts';

const colourOf = (random: Random): Colour => [90 + 90 * random(), 90 + 90 * random(), 90 + 90 * random()];

/** A tile of a floor with fine noise; of class 1 with a dark disc on it. */
function drawTile(random: Random, label: number): Tile {
  const floor = colourOf(random).map(Math.round) as unknown as Colour;
  const [x, y, radius] = [18 + 28 * random(), 18 + 28 * random(), 8 + 8 * random()];
  const rgb = new Uint8Array(tileBytes);
  for (let at = 0; at < tilePx * tilePx; at++) {
    const isOn = label === 1 && Math.hypot((at % tilePx) - x, Math.floor(at / tilePx) - y) < radius;
    const noise = 12 * (random() - 0.5) - (isOn ? 60 : 0);
    for (let channel = 0; channel < 3; channel++) rgb[at * 3 + channel] = floor[channel]! + noise;
  }
  return { rgb, floor };
}

/** Drawn tiles of two classes in turn: clean floor, and floor with a dark disc. */
export function drawnTiles(count: number, seed: number): { tiles: Tile[]; labels: Uint8Array } {
  const random = randomFrom(seed);
  const labels = Uint8Array.from({ length: count }, (_, at) => at % 2);
  return { tiles: Array.from(labels, (label) => drawTile(random, label)), labels };
}
