/**
 * An occupancy grid made ready for painting, still without colours: how much wall and how much floor each pixel holds, at
 * several sizes. Colours come last, so that light and dark share it.
 */
export interface GroundLevel {
  width: number;
  height: number;
  /** Cells a pixel is wide: 1 for the grid itself, 0.5 for the smoothed one, 2, 4 … for the smaller ones. */
  cells: number;
  /** 0–255: how much of the pixel is wall. */
  wall: Uint8Array;
  /** 0–255: how much of it is known at all, wall or floor. */
  known: Uint8Array;
}

/** Beyond this many pixels a level is left out: a finer one than the screen can show is not worth its memory. */
const maxPixels = 17_000_000;
const smallest = 256;
/** Grids up to this size get a level twice as fine with rounded edges, for close looks. */
const maxSmoothed = 2_000_000;

/** All levels, finest first. Cells below 100 are wall, above 230 floor, the rest unknown. */
export function groundLevels(cells: Uint8Array, width: number, height: number): GroundLevel[] {
  const base: GroundLevel = { width, height, cells: 1, wall: cells.map(wallOf), known: cells.map(knownOf) };
  const levels = width * height <= maxSmoothed ? [smoothed(base), base] : [base];
  for (let last = base; Math.max(last.width, last.height) > smallest;) {
    last = halved(last);
    levels.push(last);
  }
  return levels.filter((level) => level.width * level.height <= maxPixels);
}

const wallOf = (value: number) => (value < 100 ? 255 : 0);
const knownOf = (value: number) => (value < 100 || value > 230 ? 255 : 0);

/** Half as wide and high. Walls are kept stronger than the mean, or thin ones would fade from a map seen as a whole. */
function halved({ width, height, cells, wall, known }: GroundLevel): GroundLevel {
  const [newWidth, newHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const next = emptyLevel(newWidth, newHeight, cells * 2);
  for (let row = 0; row < newHeight; row++) {
    const above = 2 * row * width;
    const below = Math.min(2 * row + 1, height - 1) * width;
    for (let column = 0; column < newWidth; column++) {
      const left = 2 * column;
      const right = Math.min(left + 1, width - 1);
      const [a, b, c, d] = [above + left, above + right, below + left, below + right];
      const mean = (wall[a]! + wall[b]! + wall[c]! + wall[d]!) / 4;
      next.wall[row * newWidth + column] = Math.min(255, mean * 1.6);
      next.known[row * newWidth + column] = (known[a]! + known[b]! + known[c]! + known[d]!) / 4;
    }
  }
  return next;
}

const emptyLevel = (width: number, height: number, cells: number): GroundLevel => ({
  width,
  height,
  cells,
  wall: new Uint8Array(width * height),
  known: new Uint8Array(width * height),
});

/** Twice as wide and high with rounded edges: each channel is blurred a little and its rim made steep again. */
function smoothed(base: GroundLevel): GroundLevel {
  const level = emptyLevel(base.width * 2, base.height * 2, base.cells / 2);
  level.wall.set(doubled(base.wall, base.width, base.height));
  level.known.set(doubled(base.known, base.width, base.height));
  return level;
}

/** Each new pixel leans 3 : 1 towards its old one and its neighbours, in both directions, then gets more contrast. */
function doubled(source: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(4 * width * height);
  for (let row = 0; row < 2 * height; row++) {
    const near = row >> 1;
    const far = Math.min(height - 1, Math.max(0, near + (row & 1 ? 1 : -1)));
    for (let column = 0; column < 2 * width; column++) {
      const at = column >> 1;
      const beside = Math.min(width - 1, Math.max(0, at + (column & 1 ? 1 : -1)));
      const here = source[near * width + at]! * 9 + source[near * width + beside]! * 3;
      const there = source[far * width + at]! * 3 + source[far * width + beside]!;
      out[row * 2 * width + column] = steep((here + there) / 16);
    }
  }
  return out;
}

const steep = (value: number) => Math.min(255, Math.max(0, (value - 127.5) * 1.9 + 127.5));

/** Red, green, blue, 0–255. */
export type Rgb = readonly [number, number, number];

export interface GroundColours {
  floor: Rgb;
  wall: Rgb;
}

/** Part of a level in colour: unknown transparent, floor, wall. */
export function tinted(
  level: GroundLevel,
  left: number,
  top: number,
  width: number,
  height: number,
  colours: GroundColours,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(width * height);
  const shades = shadesOf(colours);
  for (let row = 0; row < height; row++) {
    let from = (top + row) * level.width + left;
    const end = (row + 1) * width;
    for (let to = row * width; to < end; to++, from++) {
      const wall = level.wall[from]!;
      pixels[to] = shades[wall]! + Math.max(level.known[from]!, wall) * opaque;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** Alpha is the highest of the four bytes; every machine browsers run on stores the lowest first. */
const opaque = 2 ** 24;

/** From floor to wall in 256 steps, as the three colour bytes of a pixel. */
const shadesOf = ({ floor, wall }: GroundColours) =>
  Uint32Array.from({ length: 256 }, (_, share) => {
    const [red = 0, green = 0, blue = 0] = floor.map((from, i) =>
      Math.round(from + ((wall[i]! - from) * share) / 255),
    );
    return red + green * 256 + blue * 65_536;
  });
