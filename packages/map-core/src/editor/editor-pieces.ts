import { isTouchable, nextId, nextName, put, selectedShapes, step, type Editor } from './editor-state.ts';
import { distance, type Point } from '../geometry/geometry.ts';
import type { Shapes } from './history.ts';
import { centroid } from '../geometry/polygon.ts';
import { lineCut, polygonCut, polygonsJoined } from '../geometry/polygon-join.ts';
import { boxOfShape, hasCorners, type Line, type Shape, type Zone } from '../geometry/shapes.ts';

const piecesOf = (shape: Shape, from: Point, to: Point): Point[][] =>
  !hasCorners(shape)
    ? []
    : shape.kind === 'zone'
      ? polygonCut(shape.points, from, to)
      : lineCut(shape.points, from, to);

/** Cuts the selected shapes, or all without a selection, along a straight line. The first piece keeps id and name. */
export function cut(editor: Editor, from: Point, to: Point): Editor {
  const selection = selectedShapes(editor);
  const shapes = (selection.length > 0 ? selection : [...editor.shapes.values()]).filter((shape) =>
    isTouchable(editor, shape),
  );
  let next: Shapes = editor.shapes;
  const touched: string[] = [];
  for (const shape of shapes) {
    const pieces = piecesOf(shape, from, to);
    if (pieces.length < 2 || !hasCorners(shape)) continue;
    for (const [i, points] of pieces.entries()) {
      const piece = i === 0 ? { ...shape, points } : asNew({ ...editor, shapes: next }, { ...shape, points });
      next = put(next, piece);
      touched.push(piece.id);
    }
  }
  if (touched.length === 0) return editor;
  return step(
    { ...editor, shapes: next, selected: new Set(touched), corner: undefined },
    editor.shapes,
    'split',
  );
}

const asNew = <S extends Shape>(editor: Editor, shape: S): S => ({
  ...shape,
  id: nextId(editor),
  ...('type' in shape && { name: nextName(editor, shape.type) }),
});

/** Cuts the selected zones and lines in the middle, across their longer side; the keyboard command for cutting. */
export function halve(editor: Editor): Editor {
  let now = editor;
  const touched: string[] = [];
  for (const shape of selectedShapes(editor)) {
    if (!hasCorners(shape)) continue;
    const [from, to] = acrossMiddle(shape);
    now = cut(select(now, shape.id), from, to);
    touched.push(...now.selected);
  }
  return touched.length > 0 ? select(now, touched) : editor;
}

const select = (editor: Editor, ...ids: (string | string[])[]): Editor => ({
  ...editor,
  selected: new Set(ids.flat()),
});

function acrossMiddle(shape: Zone | Line): [Point, Point] {
  const { minX, minY, maxX, maxY } = boxOfShape(shape);
  const { x, y } =
    shape.kind === 'zone' ? centroid(shape.points) : { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
  return maxX - minX >= maxY - minY
    ? [
        { x, y: minY - 1 },
        { x, y: maxY + 1 },
      ]
    : [
        { x: minX - 1, y },
        { x: maxX + 1, y },
      ];
}

/** Why a selection cannot be joined. */
export type JoinFault = 'tooFew' | 'differentKinds' | 'apart';

/** Whether the selection can become one shape: two or more zones that touch, or two or more lines of one kind. */
export function joinFault(editor: Editor): JoinFault | undefined {
  const shapes = selectedShapes(editor).filter(hasCorners);
  const [first] = shapes;
  if (!first || shapes.length < 2 || shapes.length !== editor.selected.size) return 'tooFew';
  if (shapes.some(({ kind }) => kind !== first.kind)) return 'differentKinds';
  return joinedPoints(shapes) ? undefined : 'apart';
}

/** Joins the selected shapes into one with the id, name and type of the first. */
export function join(editor: Editor): Editor {
  const shapes = selectedShapes(editor).filter(hasCorners);
  const [first] = shapes;
  const points = first && !joinFault(editor) ? joinedPoints(shapes) : undefined;
  if (!first || !points) return editor;
  const next = new Map(editor.shapes);
  for (const { id } of shapes.slice(1)) next.delete(id);
  next.set(first.id, { ...first, points });
  return step(
    { ...editor, shapes: next, selected: new Set([first.id]), corner: undefined },
    editor.shapes,
    'join',
  );
}

function joinedPoints(shapes: readonly (Zone | Line)[]): readonly Point[] | undefined {
  const [first, ...rest] = shapes;
  if (!first) return undefined;
  const isZone = first.kind === 'zone';
  let points: readonly Point[] | undefined = first.points;
  let remaining = rest.map((shape) => shape.points);
  // Zones are joined in the order in which they touch, so a row of three is joined in any order of selection.
  while (points && remaining.length > 0) {
    const sofar: readonly Point[] = points;
    const index = isZone ? remaining.findIndex((other) => polygonsJoined(sofar, other)) : 0;
    const other = remaining[index];
    if (!other) return undefined;
    points = isZone ? polygonsJoined(sofar, other) : linesJoined(sofar, other);
    remaining = remaining.toSpliced(index, 1);
  }
  return points;
}

/** Two lines joined by the shortest connection of their ends. */
function linesJoined(a: readonly Point[], b: readonly Point[]): Point[] {
  const orders = [
    [a, b],
    [a, b.toReversed()],
    [a.toReversed(), b],
    [b, a],
  ] as const;
  const gap = ([from, to]: (typeof orders)[number]) => distance(from.at(-1)!, to[0]!);
  const [from, to] = orders.reduce<(typeof orders)[number]>(
    (best, order) => (gap(order) < gap(best) ? order : best),
    orders[0],
  );
  return distance(from.at(-1)!, to[0]!) < 1e-9 ? [...from, ...to.slice(1)] : [...from, ...to];
}
