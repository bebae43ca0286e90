import type { Box, Point } from './geometry.ts';
import { changeBetween, type Change, type Shapes } from './history.ts';
import type { PointType, Shape, Zone, ZoneType } from './shapes.ts';

/** What the next drawn shape is, and what it is called. */
export interface EditorSettings {
  zoneType: ZoneType;
  pointType: PointType;
  /** A name for the next shape of a type; `number` is one more than there are of it. */
  nameOf: (type: ZoneType | PointType, number: number) => string;
  /** An id no shape on the map has; without it the shapes are numbered. */
  newId: ((shapes: Shapes) => string) | undefined;
  /** The map's box: nothing drawn or moved ends outside it. */
  map: Box | undefined;
}

export type ToolName = 'select' | 'zone' | 'rectangle' | 'wall' | 'point';

/** The whole state of editing, one immutable value. */
export interface Editor {
  shapes: Shapes;
  selected: string | undefined;
  /** The corner of the selected shape last touched: what removing takes away first. */
  corner: number | undefined;
  tool: ToolName;
  draft: Draft | undefined;
  gesture: Gesture | undefined;
  /** What came from elsewhere while a gesture ran. */
  waiting: Shapes | undefined;
  undo: readonly Change[];
  redo: readonly Change[];
  settings: EditorSettings;
}

/** The outline being drawn corner by corner, and where the pointer is now. */
export interface Draft {
  kind: 'zone' | 'wall';
  points: readonly Point[];
  cursor: Point;
}

/** The drag under way. Each move is computed from `base`, never from the previous move, so rounding cannot build up. */
export interface Gesture {
  from: Point;
  /** The shapes before the pointer went down: what cancelling returns to and what undo is measured from. */
  origin: Shapes;
  base: Shapes;
  grip: number | 'whole' | 'rectangle';
}

/** `reach` is how near counts as touching, in metres: the console derives it from the zoom. */
export interface Pointer {
  at: Point;
  reach: number;
}

/** Steps that can be undone; older ones are forgotten. */
const longestHistory = 200;

export const shapesById = (shapes: Iterable<Shape>): Shapes =>
  new Map([...shapes].map((shape) => [shape.id, shape]));

export const openEditor = (shapes: readonly Shape[], settings: Partial<EditorSettings> = {}): Editor => ({
  shapes: shapesById(shapes),
  selected: undefined,
  corner: undefined,
  tool: 'select',
  draft: undefined,
  gesture: undefined,
  waiting: undefined,
  undo: [],
  redo: [],
  settings: {
    zoneType: 'CLEAN',
    pointType: 'NAVIGATION',
    nameOf: (type, number) => `${type} ${number}`,
    newId: undefined,
    map: undefined,
    ...settings,
  },
});

/** Records what changed since `before` as one step of undo. */
export function step(editor: Editor, before: Shapes): Editor {
  const change = changeBetween(before, editor.shapes);
  if (change.size === 0) return editor;
  return { ...editor, undo: [...editor.undo, change].slice(-longestHistory), redo: [] };
}

export const put = (shapes: Shapes, shape: Shape): Shapes => new Map(shapes).set(shape.id, shape);

/** The nearest place within the map. */
export const within = (map: Box | undefined, { x, y }: Point): Point =>
  map
    ? { x: Math.min(map.maxX, Math.max(map.minX, x)), y: Math.min(map.maxY, Math.max(map.minY, y)) }
    : { x, y };

export function nextId({ shapes, settings }: Editor) {
  if (settings.newId) return settings.newId(shapes);
  let number = shapes.size + 1;
  while (shapes.has(String(number))) number++;
  return String(number);
}

export const nextName = ({ shapes, settings }: Editor, type: ZoneType | PointType) =>
  settings.nameOf(
    type,
    1 +
      shapes
        .values()
        .filter((s) => s.kind !== 'wall' && s.type === type)
        .toArray().length,
  );

export const newZone = (editor: Editor, points: readonly Point[]): Zone => ({
  id: nextId(editor),
  kind: 'zone',
  type: editor.settings.zoneType,
  name: nextName(editor, editor.settings.zoneType),
  points,
});
