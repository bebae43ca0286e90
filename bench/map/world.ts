import { hasCorners, shapesOf, type Point, type Shape, type Zone } from '@sweepline/map-core';

/** A map of 4,000 × 4,000 cells and 5,000 elements, deterministic. */
export const raster = { width: 4_000, height: 4_000, resolution: 0.05, originX: 0, originY: 0 };
const counts = { zones: 500, walls: 2_400, points: 1_500, segments: 300, slopes: 150, bumps: 150 } as const;
const side = raster.width * raster.resolution;

function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rooms of 10 m with walls, doors and clutter, like a scanned floor. */
export function groundCells(): Uint8Array {
  const random = randomFrom(1);
  const { width, height } = raster;
  const cells = new Uint8Array(width * height).fill(254);
  const room = 200;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [inRow, inColumn] = [row % room, column % room];
      const wall =
        (inRow < 3 && (inColumn < 80 || inColumn > 120)) || (inColumn < 3 && (inRow < 80 || inRow > 120));
      if (wall || random() < 0.002) cells[row * width + column] = 0;
    }
  }
  return cells;
}

export function elements(): Shape[] {
  const random = randomFrom(2);
  const place = () => ({ x: random() * (side - 12) + 2, y: random() * (side - 12) + 2 });
  const lines = (letter: string, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const { x, y } = place();
      const end = { x: x + random() * 4 - 2, y: y + random() * 4 - 2 };
      return { id: `${letter}${i}`, points: [{ x, y }, end] as [Point, Point] };
    });
  const types = ['CLEAN', 'NO_GO', 'NO_CLEAN', 'CARPET', 'SLOW'] as const;
  return shapesOf({
    zones: Array.from({ length: counts.zones }, (_, i) => {
      const { x, y } = place();
      const [w, h] = [3 + random() * 6, 3 + random() * 6];
      const points = [
        { x, y },
        { x: x + w, y },
        { x: x + w, y: y + h },
        { x: x + w / 2, y: y + h * 0.8 },
        { x, y: y + h },
      ];
      return { id: `z${i}`, type: types[i % types.length]!, name: `Zone ${i}`, points };
    }),
    walls: lines('w', counts.walls),
    segments: lines('s', counts.segments),
    bumps: lines('b', counts.bumps),
    slopes: lines('i', counts.slopes).map(({ id, points: [low, high] }) => ({ id, low, high })),
    points: Array.from({ length: counts.points }, (_, i) => ({
      id: `p${i}`,
      type: i % 2 === 0 ? ('NAVIGATION' as const) : ('CHARGING' as const),
      name: '',
      ...place(),
      theta: 0,
    })),
  });
}

/** The dragged element: a large cleaning zone in the middle, on top of the others. */
export const dragged: Zone = {
  id: 'dragged',
  kind: 'zone',
  type: 'CLEAN',
  name: 'Dragged',
  points: [
    { x: 96, y: 96 },
    { x: 104, y: 96 },
    { x: 104, y: 104 },
    { x: 96, y: 104 },
  ],
};

export const cornerOf = (shape: Shape | undefined) =>
  shape && hasCorners(shape) ? shape.points[0]! : { x: Number.NaN, y: Number.NaN };
