import type { Box, Point } from '../geometry/geometry.ts';
import { FREE, type Grid } from '../files/grid.ts';
import { changeBetween, changesJoined, type Shapes, type Step, type StepName } from './history.ts';
import { layerOf, type LayerName } from '../layers.ts';
import type { PointType, Shape, Zone, ZoneType } from '../geometry/shapes.ts';
import { noSnaps, type Snap, type Snaps } from '../geometry/snap.ts';
import type { Stroke } from '../geometry/strokes.ts';

/** What the next drawn shape is, what it is called, and what the pointer holds on to. */
export interface EditorSettings {
  zoneType: ZoneType;
  pointType: PointType;
  /** A name for a shape of a type; `number` goes up until the name is free. */
  nameOf: (type: ZoneType | PointType, number: number) => string;
  /** An id no shape on the map has; without it the shapes are numbered. */
  newId: ((shapes: Shapes) => string) | undefined;
  /** The map's box: nothing drawn or moved ends outside it. */
  map: Box | undefined;
  /** The floor, for holding on to its walls and for painting cells. */
  grid: Grid | undefined;
  snaps: Snaps;
  /** What the brush makes of cells, and half its width in metres. */
  brush: { value: number; radiusM: number };
  /** Layers that cannot be touched, and those that are not shown; what is hidden cannot be touched either. */
  locked: ReadonlySet<LayerName>;
  hidden: ReadonlySet<LayerName>;
}

export type ToolName =
  | 'select'
  | 'pan'
  | 'zone'
  | 'rectangle'
  | 'wall'
  | 'segment'
  | 'bump'
  | 'slope'
  | 'point'
  | 'brush'
  | 'cut'
  | 'measure';

/** The whole state of editing, one immutable value. */
export interface Editor {
  shapes: Shapes;
  /** Cells painted over since the map was opened, in order. */
  strokes: readonly Stroke[];
  selected: ReadonlySet<string>;
  /** The corner of the one selected shape last touched: what removing takes away first. */
  corner: number | undefined;
  tool: ToolName;
  draft: Draft | undefined;
  gesture: Gesture | undefined;
  /** The length last measured. */
  measure: { from: Point; to: Point } | undefined;
  /** What the pointer holds on to now. */
  snap: Snap | undefined;
  /** What came from elsewhere while a gesture ran. */
  waiting: Shapes | undefined;
  undo: readonly Step[];
  redo: readonly Step[];
  settings: EditorSettings;
}

export type DraftKind = 'zone' | 'wall' | 'segment' | 'bump';

/** The outline being drawn corner by corner, and where the pointer is now. */
export interface Draft {
  kind: DraftKind;
  points: readonly Point[];
  cursor: Point;
}

/** What a drag has hold of. */
export type Grip =
  | { kind: 'handle'; index: number; made?: boolean }
  | { kind: 'whole' }
  | { kind: 'turn'; about: Point }
  | { kind: 'rectangle' }
  | { kind: 'marquee'; before: ReadonlySet<string> }
  | { kind: 'brush'; path: readonly Point[] }
  | { kind: 'measure' | 'cut' };

/** The drag under way. Each move is computed from `base`, never from the previous move, so rounding cannot build up. */
export interface Gesture {
  from: Point;
  to: Point;
  /** The shapes before the pointer went down: what cancelling returns to and what undo is measured from. */
  origin: Shapes;
  base: Shapes;
  grip: Grip;
}

/** `reach` is how near counts as touching, in metres: the console derives it from the zoom. */
export interface Pointer {
  at: Point;
  reach: number;
  /** Metres a pixel; where the handle for turning is depends on it. */
  px?: number | undefined;
  /** Adds to the selection, and keeps drags straight. */
  shift?: boolean | undefined;
  /** Holds on to nothing. */
  free?: boolean | undefined;
}

/** Steps that can be undone; older ones are forgotten. */
const maxHistory = 1_000;

export const shapesById = (shapes: Iterable<Shape>): Shapes =>
  new Map([...shapes].map((shape) => [shape.id, shape]));

const nothing: ReadonlySet<never> = new Set();

export const openEditor = (shapes: readonly Shape[], settings: Partial<EditorSettings> = {}): Editor => ({
  shapes: shapesById(shapes),
  strokes: [],
  selected: nothing,
  corner: undefined,
  tool: 'select',
  draft: undefined,
  gesture: undefined,
  measure: undefined,
  snap: undefined,
  waiting: undefined,
  undo: [],
  redo: [],
  settings: {
    zoneType: 'CLEAN',
    pointType: 'NAVIGATION',
    nameOf: (type, number) => `${type} ${number}`,
    newId: undefined,
    map: undefined,
    grid: undefined,
    snaps: noSnaps,
    brush: { value: FREE, radiusM: 0.15 },
    locked: nothing,
    hidden: nothing,
    ...settings,
  },
});

/** The one selected shape; undefined when there are none or several. */
export const chosenIn = ({ selected, shapes }: Editor): Shape | undefined => {
  const [id] = selected;
  return selected.size === 1 && id !== undefined ? shapes.get(id) : undefined;
};

export const selectedShapes = ({ selected, shapes }: Editor): Shape[] =>
  [...selected].flatMap((id) => shapes.get(id) ?? []);

/** Whether a person may take hold of the shape. */
export const isTouchable = ({ settings: { locked, hidden } }: Editor, shape: Shape) => {
  const layer = layerOf(shape);
  return !locked.has(layer) && !hidden.has(layer);
};

/** Records what changed since `before` as one step of undo, or as part of the last one when both have the same key. */
export function step(editor: Editor, before: Shapes, name: StepName, key?: string): Editor {
  const change = changeBetween(before, editor.shapes);
  if (change.size === 0) return editor;
  const last = editor.undo.at(-1);
  if (key !== undefined && last?.key === key && editor.redo.length === 0) {
    const joined = { ...last, change: changesJoined(last.change, change) };
    return { ...editor, undo: [...editor.undo.slice(0, -1), joined] };
  }
  return withStep(editor, { name, change, key });
}

/** Cells painted over, as one step. */
export const strokeStep = (editor: Editor, stroke: Stroke): Editor =>
  stroke.runs.length === 0
    ? editor
    : withStep(
        { ...editor, strokes: [...editor.strokes, stroke] },
        { name: 'paint', change: new Map(), stroke },
      );

const withStep = (editor: Editor, next: Step): Editor => ({
  ...editor,
  undo: [...editor.undo, next].slice(-maxHistory),
  redo: [],
});

export const put = (shapes: Shapes, ...more: readonly Shape[]): Shapes => {
  const next = new Map(shapes);
  for (const shape of more) next.set(shape.id, shape);
  return next;
};

/** The nearest place within the map. */
export const clampToMap = (map: Box | undefined, { x, y }: Point): Point =>
  map
    ? { x: Math.min(map.maxX, Math.max(map.minX, x)), y: Math.min(map.maxY, Math.max(map.minY, y)) }
    : { x, y };

export function nextId({ shapes, settings }: Pick<Editor, 'shapes' | 'settings'>) {
  if (settings.newId) return settings.newId(shapes);
  let number = shapes.size + 1;
  while (shapes.has(String(number))) number++;
  return String(number);
}

/** The next name of this type that no shape has. */
export function nextName(
  { shapes, settings }: Pick<Editor, 'shapes' | 'settings'>,
  type: ZoneType | PointType,
) {
  const taken = new Set<string>();
  let number = 1;
  for (const shape of shapes.values()) {
    if (!('type' in shape)) continue;
    taken.add(shape.name);
    if (shape.type === type) number++;
  }
  while (taken.has(settings.nameOf(type, number))) number++;
  return settings.nameOf(type, number);
}

export const newZone = (editor: Editor, points: readonly Point[]): Zone => ({
  id: nextId(editor),
  kind: 'zone',
  type: editor.settings.zoneType,
  name: nextName(editor, editor.settings.zoneType),
  points,
});
