import type { Box, Point } from '../geometry/geometry.ts';
import { FREE, type Grid } from '../files/grid.ts';
import { changeBetween, changesJoined, type Shapes, type Step, type StepName } from './history.ts';
import { layerOf, type LayerName } from '../layers.ts';
import type { PointType, Shape, Zone, ZoneType } from '../geometry/shapes.ts';
import { noSnaps, type Snap, type Snaps } from '../geometry/snap.ts';
import type { Stroke } from '../geometry/strokes.ts';

/** Settings of the editor: type and name of new shapes, snapping, brush, locked and hidden layers. */
export interface EditorSettings {
  zoneType: ZoneType;
  pointType: PointType;
  /** A name for a shape of a type; `number` is increased until the name is free. */
  nameOf: (type: ZoneType | PointType, number: number) => string;
  /** Returns an id that no shape has; without it the shapes are numbered. */
  newId: ((shapes: Shapes) => string) | undefined;
  /** Box of the map; shapes cannot be drawn or moved outside. */
  map: Box | undefined;
  /** Grid of the floor, for snapping to obstacles and for painting cells. */
  grid: Grid | undefined;
  snaps: Snaps;
  /** Cell value of the brush and its radius in metres. */
  brush: { value: number; radiusM: number };
  /** Locked layers cannot be changed; hidden layers are invisible and cannot be changed. */
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

/** The complete state of the editor, an immutable value. */
export interface Editor {
  shapes: Shapes;
  /** Painted strokes since the map was opened, in order. */
  strokes: readonly Stroke[];
  selected: ReadonlySet<string>;
  /** Index of the chosen corner of the single selected shape; `remove` removes it first. */
  corner: number | undefined;
  tool: ToolName;
  draft: Draft | undefined;
  gesture: Gesture | undefined;
  /** The length last measured. */
  measure: { from: Point; to: Point } | undefined;
  /** Current snap of the pointer. */
  snap: Snap | undefined;
  /** Shapes received from another user during a gesture. */
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

/** What a drag changes. `made`: the corner was created by this drag. */
export type Grip =
  | { kind: 'handle'; index: number; made?: boolean }
  | { kind: 'whole' }
  | { kind: 'turn'; about: Point }
  | { kind: 'rectangle' }
  | { kind: 'marquee'; before: ReadonlySet<string> }
  | { kind: 'brush'; path: readonly Point[] }
  | { kind: 'measure' | 'cut' };

/** The current drag. Each move is computed from `base`, so rounding errors do not accumulate. */
export interface Gesture {
  from: Point;
  to: Point;
  /** The shapes before pointer down: the result of a cancel and the base of the undo step. */
  origin: Shapes;
  base: Shapes;
  grip: Grip;
}

/** Pointer position. `reach`: touch distance in metres; the console derives it from the zoom. */
export interface Pointer {
  at: Point;
  reach: number;
  /** Metres per pixel; the position of the turn handle depends on it. */
  px?: number | undefined;
  /** Adds to the selection, and keeps drags straight. */
  shift?: boolean | undefined;
  /** Disables snapping. */
  free?: boolean | undefined;
}

/** Number of steps that can be undone; older ones are dropped. */
const maxHistory = 1_000;

/** The shapes as a map by id, in their order. */
export const shapesById = (shapes: Iterable<Shape>): Shapes =>
  new Map([...shapes].map((shape) => [shape.id, shape]));

const nothing: ReadonlySet<never> = new Set();

/** The initial editor state for some shapes. */
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

/** The single selected shape; undefined for none or several. */
export const chosenIn = ({ selected, shapes }: Editor): Shape | undefined => {
  const [id] = selected;
  return selected.size === 1 && id !== undefined ? shapes.get(id) : undefined;
};

/** The selected shapes, in the order of selection. */
export const selectedShapes = ({ selected, shapes }: Editor): Shape[] =>
  [...selected].flatMap((id) => shapes.get(id) ?? []);

/** Whether the shape is neither locked nor hidden. */
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

/** Adds a stroke as one step; an empty stroke changes nothing. */
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

/** A copy of the shapes with some added or replaced by id. */
export const put = (shapes: Shapes, ...more: readonly Shape[]): Shapes => {
  const next = new Map(shapes);
  for (const shape of more) next.set(shape.id, shape);
  return next;
};

/** The nearest position within the map. */
export const clampToMap = (map: Box | undefined, { x, y }: Point): Point =>
  map
    ? { x: Math.min(map.maxX, Math.max(map.minX, x)), y: Math.min(map.maxY, Math.max(map.minY, y)) }
    : { x, y };

/** An id that no shape has. */
export function nextId({ shapes, settings }: Pick<Editor, 'shapes' | 'settings'>) {
  if (settings.newId) return settings.newId(shapes);
  let number = shapes.size + 1;
  while (shapes.has(String(number))) number++;
  return String(number);
}

/** The next unused name for this type. */
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

/** A zone of the current type with a new id and name; it is not added. */
export const newZone = (editor: Editor, points: readonly Point[]): Zone => ({
  id: nextId(editor),
  kind: 'zone',
  type: editor.settings.zoneType,
  name: nextName(editor, editor.settings.zoneType),
  points,
});
