import type { AiShape } from '@sweepline/contract';

export type Corner = [number, number];
export const toolNames = ['SELECT', 'IMAGE', 'BOX', 'POLYGON', 'TILES'] as const;
export type Tool = (typeof toolNames)[number];

export const tileColumns = 16;
export const tileRows = 9;

export const clamp = (value: number) => Math.min(1, Math.max(0, value));
const newId = () => crypto.randomUUID();

export const tileAt = ([x, y]: Corner): number =>
  Math.min(tileRows - 1, Math.floor(y * tileRows)) * tileColumns +
  Math.min(tileColumns - 1, Math.floor(x * tileColumns));

/** The box between two corners; undefined if it has no area. */
export function boxOf(classId: string, a: Corner, b: Corner): AiShape | undefined {
  const from: Corner = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  const to: Corner = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  if (to[0] - from[0] < 0.002 || to[1] - from[1] < 0.002) return undefined;
  return { id: newId(), kind: 'BOX', classId, from, to };
}

/** Adds or takes away a tile of a class. */
export function withTile(shapes: readonly AiShape[], classId: string, tile: number): AiShape[] {
  const own = shapes.find((it) => it.kind === 'TILES' && it.classId === classId);
  if (own?.kind !== 'TILES') {
    const grid = { columns: tileColumns, rows: tileRows } as const;
    return [...shapes, { id: newId(), kind: 'TILES', classId, ...grid, tiles: [tile] }];
  }
  const tiles = own.tiles.includes(tile) ? own.tiles.filter((it) => it !== tile) : [...own.tiles, tile];
  const others = shapes.filter((it) => it !== own);
  return tiles.length === 0 ? others : [...others, { ...own, tiles }];
}

/** Marks the whole image with a class, or takes the mark away. */
export function withImageClass(shapes: readonly AiShape[], classId: string): AiShape[] {
  const others = shapes.filter((it) => it.kind !== 'IMAGE' || it.classId !== classId);
  return others.length < shapes.length ? others : [...shapes, { id: newId(), kind: 'IMAGE', classId }];
}

/** Whether a place is inside a ring of corners (even-odd rule). */
export function isInside(ring: readonly Corner[], [x, y]: Corner): boolean {
  let inside = false;
  for (const [at, a] of ring.entries()) {
    const b = ring[(at + 1) % ring.length]!;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** Adds a closed ring: a hole if the chosen mark is a polygon around it, else a polygon. */
export function withRing(
  shapes: readonly AiShape[],
  classId: string,
  ring: Corner[],
  chosenId: string | null,
): AiShape[] {
  const chosen = shapes.find(({ id }) => id === chosenId);
  if (chosen?.kind === 'POLYGON' && ring.every((corner) => isInside(chosen.ring, corner)))
    return shapes.map((it) => (it === chosen ? { ...chosen, holes: [...chosen.holes, ring] } : it));
  return [...shapes, { id: newId(), kind: 'POLYGON', classId, ring, holes: [] }];
}
