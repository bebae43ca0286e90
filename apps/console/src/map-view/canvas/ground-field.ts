/**
 * An occupancy grid prepared for painting, without colours: the share of wall and floor in each pixel, at several
 * resolutions. Colours are applied last, so light and dark mode share these levels.
 */
export interface GroundLevel {
  width: number;
  height: number;
  /** Cells per pixel: 1 for the grid itself, 0.5 for the smoothed level, 2, 4 … for the smaller ones. */
  cells: number;
  /** 0–255: the share of wall. */
  wall: Uint8Array;
  /** 0–255: the known share, wall or floor. */
  known: Uint8Array;
}

/** A level with more pixels than this is left out: no screen shows its details, and it costs memory. */
const maxPixels = 17_000_000;
const smallest = 256;
/** Grids up to this size get a level of double resolution with rounded edges, for high zoom. */
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

/** Halves width and height. Walls are stronger than the mean, otherwise thin walls fade at low zoom. */
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

/** Doubles width and height with rounded edges: blurs each channel a little and steepens its edge again. */
function smoothed(base: GroundLevel): GroundLevel {
  const level = emptyLevel(base.width * 2, base.height * 2, base.cells / 2);
  level.wall.set(doubled(base.wall, base.width, base.height));
  level.known.set(doubled(base.known, base.width, base.height));
  return level;
}

/** Each new pixel weighs its old pixel and the neighbours 3 : 1 in both directions; contrast is raised afterwards. */
function doubled(source: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(4 * width * height);
  for (let row = 0; row < 2 * height; row++) {
    const near = row >> 1;
    const far = Math.min(height - 1, Math.max(0, near + (row & 1 ? 1 : -1)));
    for (let column = 0; column < 2 * width; column++) {
      const at = column >> 1;
      const neighbour = Math.min(width - 1, Math.max(0, at + (column & 1 ? 1 : -1)));
      const nearRow = source[near * width + at]! * 9 + source[near * width + neighbour]! * 3;
      const farRow = source[far * width + at]! * 3 + source[far * width + neighbour]!;
      out[row * 2 * width + column] = steep((nearRow + farRow) / 16);
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

/** Colours a part of a level: unknown transparent, floor, wall. */
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

/** Alpha is the highest of the four bytes; all browsers run on little-endian machines. */
const opaque = 2 ** 24;

/** The colours from floor to wall in 256 steps, as three bytes of a pixel. */
const shadesOf = ({ floor, wall }: GroundColours) =>
  Uint32Array.from({ length: 256 }, (_, share) => {
    const [red = 0, green = 0, blue = 0] = floor.map((from, i) =>
      Math.round(from + ((wall[i]! - from) * share) / 255),
    );
    return red + green * 256 + blue * 65_536;
  });
