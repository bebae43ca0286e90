/** Greys of a `map_saver` picture. */
const grey = { occupied: 0, unknown: 205, free: 254 } as const;
type Grey = (typeof grey)[keyof typeof grey];

/** A map in the `map_server` format, as the SLAM of a robot writes it. */
export interface RobotMap {
  /** A binary PGM. */
  picture: Uint8Array;
  yaml: string;
  /** How many cells of each kind the picture has. */
  cells: { free: number; occupied: number; unknown: number };
}

interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}
type Inside = (x: number, y: number) => boolean;

const canvasOf = (width: number, height: number, fill: Grey): Canvas => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(fill),
});

function paint({ width, height, pixels }: Canvas, value: Grey, inside: Inside): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (inside(x, y)) pixels[y * width + x] = value;
}

const box =
  (left: number, top: number, right: number, bottom: number): Inside =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom;
const disc =
  (cx: number, cy: number, radius: number): Inside =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) < radius;

/** Always the same numbers below `most`, so that every test sees the same map. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => (state = (state * 48_271) % 2_147_483_647) % most;
}

/** What a laser scanner adds: walls with ragged sides, and single wrong cells on the floor. */
function addNoise({ width, height, pixels }: Canvas, seed: number): void {
  const below = numbers(seed);
  const clean = pixels.slice();
  for (let at = width; at < width * (height - 1); at++) {
    if (clean[at] !== grey.free) continue;
    const beside = [at - 1, at + 1, at - width, at + width].some((it) => clean[it] === grey.occupied);
    if (beside ? below(6) === 0 : below(4000) === 0) pixels[at] = grey.occupied;
  }
}

function finished({ width, height, pixels }: Canvas, comment: string, yaml: string): RobotMap {
  const header = new TextEncoder().encode(`P5\n${comment}${width} ${height}\n255\n`);
  const picture = new Uint8Array(header.length + pixels.length);
  picture.set(header);
  picture.set(pixels, header.length);
  const count = (value: Grey) => pixels.reduce((sum, it) => sum + Number(it === value), 0);
  const cells = { free: count(grey.free), occupied: count(grey.occupied), unknown: count(grey.unknown) };
  return { picture, yaml, cells };
}

const size = [604, 307] as const;
const shelves = [0, 1, 2, 3].map((row) => box(120, 50 + row * 60, 420, 70 + row * 60));

const depotYaml = (image: string) =>
  `image: ${image}.pgm\nmode: trinary\nresolution: 0.05\norigin: [0.0, 0.0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n`;

/** A hall of 30 × 15 m with shelves, an office and its door, and an unknown rest. Its frame begins in the lower left corner. */
export function depotMap(): RobotMap {
  const canvas = canvasOf(...size, grey.unknown);
  paint(canvas, grey.occupied, box(8, 8, 596, 299));
  paint(canvas, grey.free, box(11, 11, 593, 296));
  paint(canvas, grey.occupied, box(490, 11, 493, 150));
  paint(canvas, grey.free, box(490, 60, 493, 90));
  for (const inside of shelves) paint(canvas, grey.occupied, inside);
  // Nothing looks into a shelf.
  for (let row = 0; row < 4; row++) paint(canvas, grey.unknown, box(123, 53 + row * 60, 417, 67 + row * 60));
  addNoise(canvas, 17);
  return finished(canvas, '', depotYaml('depot'));
}

/** A mask over the depot: two aisles that are not entered, and a comment in the header as picture editors write it. */
export function depotKeepoutMask(): RobotMap {
  const canvas = canvasOf(...size, grey.unknown);
  paint(canvas, grey.free, box(8, 8, 596, 299));
  paint(canvas, grey.occupied, box(120, 74, 420, 106));
  paint(canvas, grey.occupied, box(500, 160, 590, 290));
  return finished(canvas, '# Created by a picture editor\n', depotYaml('depot_keepout'));
}

/** A round arena of 5 m with nine pillars, around the origin of its frame, with most of the picture unknown. */
export function arenaMap(): RobotMap {
  const canvas = canvasOf(384, 384, grey.unknown);
  // The frame begins 10 m left of and below the origin; rows are counted from the top.
  const [cx, cy] = [200, 384 - 200];
  paint(canvas, grey.occupied, disc(cx, cy, 55));
  paint(canvas, grey.free, disc(cx, cy, 52));
  for (const dx of [-22, 0, 22])
    for (const dy of [-22, 0, 22]) paint(canvas, grey.occupied, disc(cx + dx, cy + dy, 3));
  addNoise(canvas, 23);
  return finished(
    canvas,
    '# CREATOR: Map_generator.cpp 0.050 m/pix\n',
    'image: arena.pgm\nresolution: 0.050000\norigin: [-10.000000, -10.000000, 0.000000]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
  );
}
