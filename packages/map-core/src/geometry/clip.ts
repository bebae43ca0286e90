import { keptOnMap, selectionBox } from '../editor/editor-hold.ts';
import { nextId, nextName, put, selectedShapes, step, type Editor } from '../editor/editor-state.ts';
import { boxesJoined, type Point } from './geometry.ts';
import { boxOfShape, moved, pointTypes, zoneTypes, type Shape } from './shapes.ts';

const format = 'sweepline-shapes-1';

/** The selection as clipboard text, to paste into another map or window. */
export const copied = (editor: Editor): string => JSON.stringify({ format, shapes: selectedShapes(editor) });

/** Limit for clipboard text, which may come from any program. */
const maxShapes = 5_000;

/** The shapes in a clipboard text; empty for any other text. */
export function shapesIn(text: string): Shape[] {
  if (!text.startsWith(`{"format":"${format}"`)) return [];
  try {
    const { shapes } = JSON.parse(text) as { shapes?: unknown };
    return Array.isArray(shapes) ? shapes.slice(0, maxShapes).filter(isShape) : [];
  } catch {
    return [];
  }
}

type Loose = Partial<Record<string, unknown>>;
const isPlace = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as Loose)['x']) &&
  Number.isFinite((value as Loose)['y']);
const isOneOf = (values: readonly string[], value: unknown) => values.includes(String(value));
const isText = (value: unknown) => typeof value === 'string' && value.length <= 200;

function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, type, name, points, low, high, theta } = value as Loose;
  if (!isText(id)) return false;
  const line = Array.isArray(points) && points.length >= 2 && points.every(isPlace);
  if (kind === 'zone') return line && isText(name) && isOneOf(zoneTypes, type);
  if (kind === 'wall' || kind === 'segment' || kind === 'bump') return line;
  if (kind === 'slope') return isPlace(low) && isPlace(high);
  return (
    kind === 'point' && isPlace(value) && Number.isFinite(theta) && isText(name) && isOneOf(pointTypes, type)
  );
}

/** Adds copies of shapes with new ids and names, around `at` or at their old position, and selects them. */
export function paste(
  editor: Editor,
  shapes: readonly Shape[],
  at?: Point,
  name: 'paste' | 'duplicate' = 'paste',
): Editor {
  if (shapes.length === 0 || editor.gesture) return editor;
  const box = boxesJoined(shapes.map(boxOfShape));
  const requested = at
    ? { x: at.x - (box.minX + box.maxX) / 2, y: at.y - (box.minY + box.maxY) / 2 }
    : { x: 0, y: 0 };
  const by = keptOnMap(box, requested, editor.settings.map);
  let next = editor.shapes;
  const newIds: string[] = [];
  for (const shape of shapes) {
    const now = { ...editor, shapes: next };
    const own = moved(
      { ...shape, id: nextId(now), ...('type' in shape && { name: nextName(now, shape.type) }) },
      by,
    );
    next = put(next, own);
    newIds.push(own.id);
  }
  return step({ ...editor, shapes: next, selected: new Set(newIds), corner: undefined }, editor.shapes, name);
}

/** Copies the selection, shifted by `asideM` metres. */
export function duplicate(editor: Editor, asideM = 0.5): Editor {
  const box = selectionBox(editor);
  if (!box) return editor;
  const at = { x: (box.minX + box.maxX) / 2 + asideM, y: (box.minY + box.maxY) / 2 - asideM };
  return paste(editor, selectedShapes(editor), at, 'duplicate');
}
