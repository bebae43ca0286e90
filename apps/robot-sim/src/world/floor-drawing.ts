import {
  boxAround,
  boxGrown,
  centreOfCell,
  columnAt,
  createGrid,
  distanceToSegment,
  FREE,
  inside,
  OCCUPIED,
  rowAt,
  type Box,
  type Grid,
  type Point,
} from '@sweepline/map-core';

/** Left, bottom, right, top in metres. */
export type Rect = readonly [x0: number, y0: number, x1: number, y1: number];

export const cornersOf = ([x0, y0, x1, y1]: Rect): Point[] => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];

/** A regular polygon, flat side down. */
export function ring(centre: Point, radius: number, corners: number): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.5) * 2 * Math.PI) / corners - Math.PI / 2;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

/** Draws a floor in metres on a 0.05 m grid of unknown cells. Later shapes cover earlier ones. */
export class FloorDrawing {
  readonly grid: Grid;

  constructor(widthM: number, heightM: number, marginM = 1.5, resolution = 0.05) {
    this.grid = createGrid({
      width: Math.round((widthM + 2 * marginM) / resolution),
      height: Math.round((heightM + 2 * marginM) / resolution),
      resolution,
      originX: -marginM,
      originY: -marginM,
    });
  }

  /** Sets every cell of the box whose centre is covered. */
  #stamp(box: Box, value: number, covers: (p: Point) => boolean) {
    const { width, height, cells } = this.grid;
    const [first, last] = [
      Math.max(0, columnAt(this.grid, box.minX)),
      Math.min(width - 1, columnAt(this.grid, box.maxX)),
    ];
    const [top, bottom] = [
      Math.max(0, rowAt(this.grid, box.maxY)),
      Math.min(height - 1, rowAt(this.grid, box.minY)),
    ];
    for (let row = top; row <= bottom; row++) {
      for (let column = first; column <= last; column++) {
        if (covers(centreOfCell(this.grid, column, row))) cells[row * width + column] = value;
      }
    }
  }

  polygon(corners: readonly Point[], value: number) {
    this.#stamp(boxAround(corners), value, (p) => inside(p, corners));
    return this;
  }

  /** Free floor. */
  floor(...rects: Rect[]) {
    for (const rect of rects) this.polygon(cornersOf(rect), FREE);
    return this;
  }

  /** An obstacle on the floor. */
  block(...rects: Rect[]) {
    for (const rect of rects) this.polygon(cornersOf(rect), OCCUPIED);
    return this;
  }

  disc(centre: Point, radius: number, value: number = OCCUPIED) {
    const box = boxGrown(boxAround([centre]), radius);
    this.#stamp(box, value, (p) => (p.x - centre.x) ** 2 + (p.y - centre.y) ** 2 <= radius * radius);
    return this;
  }

  /** A wall along the line, with half its thickness on each side. */
  wall(line: readonly Point[], thickness = 0.2) {
    const half = thickness / 2;
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1]!, line[i]!];
      this.#stamp(boxGrown(boxAround([a, b]), half), OCCUPIED, (p) => distanceToSegment(p, a, b) <= half);
    }
    return this;
  }

  /** A straight wall between two places. */
  line(x0: number, y0: number, x1: number, y1: number, thickness: number) {
    return this.wall(
      [
        { x: x0, y: y0 },
        { x: x1, y: y1 },
      ],
      thickness,
    );
  }

  /** The four walls of a room. */
  walls(rect: Rect, thickness = 0.2) {
    const corners = cornersOf(rect);
    return this.wall([...corners, corners[0]!], thickness);
  }

  /** An opening: free floor through a wall, `width` along it and deep enough to clear its thickness. */
  door(at: Point, width: number, along: 'x' | 'y', depth = 0.5) {
    const [w, d] = along === 'x' ? [width / 2, depth / 2] : [depth / 2, width / 2];
    return this.floor([at.x - w, at.y - d, at.x + w, at.y + d]);
  }

  /** Repeated boxes: rows of shelves, seats or desks. */
  rows(first: Rect, step: Point, count: number) {
    for (let i = 0; i < count; i++) {
      const [dx, dy] = [step.x * i, step.y * i];
      this.block([first[0] + dx, first[1] + dy, first[2] + dx, first[3] + dy]);
    }
    return this;
  }

  /** A table with chairs on its four sides. */
  table(centre: Point, size = 0.8) {
    const half = size / 2;
    this.block([centre.x - half, centre.y - half, centre.x + half, centre.y + half]);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [x, y] = [centre.x + dx * (half + 0.28), centre.y + dy * (half + 0.28)];
      this.block([x - 0.2, y - 0.2, x + 0.2, y + 0.2]);
    }
    return this;
  }
}
