import { describe, expect, test } from 'vitest';
import { draftFault, finish } from './editor-draft.ts';
import { move } from './editor-drag.ts';
import { cancel, up } from './editor-gesture.ts';
import { down } from './editor-press.ts';
import { openEditor, type Editor } from './editor-state.ts';
import { canRedo, canUndo, receive, redo, remove, replace, undo, withTool } from './editor-steps.ts';
import type { Point } from '../geometry/geometry.ts';
import type { Shape, Zone } from '../geometry/shapes.ts';

const at = (x: number, y: number): Point => ({ x, y });
const reach = 0.1;
const drag = (editor: Editor, from: Point, ...path: Point[]) =>
  up(path.reduce((e, p) => move(e, { at: p, reach }), down(editor, { at: from, reach })));
const click = (editor: Editor, ...places: Point[]) => places.reduce((e, p) => drag(e, p), editor);

const wall: Shape = { id: 'w', kind: 'wall', points: [at(0, 0), at(4, 0)] };
const zone: Zone = {
  id: 'z',
  kind: 'zone',
  type: 'CLEAN',
  name: 'Hall',
  points: [at(10, 0), at(14, 0), at(14, 4), at(10, 4)],
};
const shapesIn = ({ shapes }: Editor) => [...shapes.values()];
const zoneIn = (editor: Editor) => shapesIn(editor).find((shape) => shape.kind === 'zone');

describe('drawing a polygon', () => {
  const drawing = click(withTool(openEditor([]), 'zone'), at(0, 0), at(0, 3), at(4, 3));

  test('finishes on the first corner as one step of undo, with counter-clockwise corners', () => {
    const drawn = click(drawing, at(4, 0), at(0.05, 0));
    expect(zoneIn(drawn)).toMatchObject({ type: 'CLEAN', points: [at(4, 0), at(4, 3), at(0, 3), at(0, 0)] });
    expect(drawn).toMatchObject({ tool: 'select', draft: undefined, selected: new Set(['1']) });
    expect(undo(drawn).shapes.size).toBe(0);
    expect(redo(undo(drawn)).shapes).toEqual(drawn.shapes);
  });

  test('finishes on a double click and on finish', () => {
    expect(zoneIn(click(drawing, at(4, 3)))?.points).toHaveLength(3);
    expect(zoneIn(finish(drawing))?.points).toHaveLength(3);
  });

  test('does not finish while the outline crosses itself or has too few corners', () => {
    const crossing = click(drawing, at(-2, 1));
    expect(draftFault(crossing)).toBe('selfCrossing');
    expect(finish(crossing)).toBe(crossing);
    expect(finish(undo(drawing)).draft?.points).toHaveLength(2);
  });

  test('undo removes one corner, cancel removes all', () => {
    expect(undo(drawing).draft?.points).toEqual([at(0, 0), at(0, 3)]);
    expect(undo(undo(undo(drawing)))).toMatchObject({ draft: undefined, undo: [] });
    expect(cancel(drawing)).toMatchObject({ draft: undefined, undo: [] });
  });
});

test('a wall is drawn corner by corner', () => {
  const drawn = click(withTool(openEditor([]), 'wall'), at(0, 0), at(2, 0), at(2, 2), at(2, 2));
  expect(shapesIn(drawn)).toEqual([{ id: '1', kind: 'wall', points: [at(0, 0), at(2, 0), at(2, 2)] }]);
});

test('a drag creates a rectangle, and a very short drag creates none', () => {
  const drawn = drag(withTool(openEditor([]), 'rectangle'), at(4, 3), at(1, 1), at(0, 0));
  expect(zoneIn(drawn)?.points).toEqual([at(0, 0), at(4, 0), at(4, 3), at(0, 3)]);
  expect(drag(withTool(openEditor([]), 'rectangle'), at(4, 3), at(4.01, 3)).shapes.size).toBe(0);
});

test('one drag creates a point and sets its heading', () => {
  const drawn = drag(withTool(openEditor([]), 'point'), at(1, 1), at(1, 3));
  expect(shapesIn(drawn)).toMatchObject([{ kind: 'point', x: 1, y: 1, theta: Math.PI / 2 }]);
});

test('dragging a shape moves it, and dragging a corner of the selected shape moves the corner', () => {
  const shifted = drag(openEditor([wall]), at(2, 0), at(9, 9), at(2, 5));
  expect(shapesIn(shifted)).toMatchObject([{ points: [at(0, 5), at(4, 5)] }]);
  expect(shapesIn(drag(shifted, at(4, 5), at(6, 6)))).toMatchObject([{ points: [at(0, 5), at(6, 6)] }]);
});

test('dragging the middle of an edge adds a corner, and remove removes it', () => {
  const bent = drag(click(openEditor([zone]), at(12, 1)), at(12, 4), at(12, 6));
  expect(zoneIn(bent)?.points).toEqual([at(10, 0), at(14, 0), at(14, 4), at(12, 6), at(10, 4)]);
  const straight = remove(bent);
  expect(zoneIn(straight)?.points).toEqual(zone.points);
  expect(remove(straight).shapes.size).toBe(0);
  expect(undo(remove(straight)).shapes.get('z')).toEqual(zone);
});

test('a corner gripped off its centre keeps its offset to the pointer', () => {
  const chosen = click(openEditor([zone]), at(12, 1));
  expect(zoneIn(drag(chosen, at(14.06, 4.05), at(15.06, 5.05)))?.points[2]).toEqual(at(15, 5));
});

test('a click on the middle of an edge adds no corner', () => {
  const clicked = click(click(openEditor([zone]), at(12, 1)), at(12, 4));
  expect(clicked).toMatchObject({ selected: new Set(['z']), corner: undefined, undo: [] });
  expect(zoneIn(clicked)).toBe(zone);
});

test('cancel restores the state before a drag', () => {
  const half = move(down(openEditor([wall]), { at: at(2, 0), reach }), { at: at(9, 9), reach });
  expect(cancel(half).shapes.get('w')).toBe(wall);
  expect(cancel(half).undo).toEqual([]);
});

test('a click is no step of undo', () => {
  expect(click(openEditor([wall]), at(2, 0))).toMatchObject({ selected: new Set(['w']), undo: [] });
  expect(click(openEditor([wall]), at(2, 3))).toMatchObject({ selected: new Set(), undo: [] });
});

test('corners and shapes stop at the edge of the map, and shapes keep their form', () => {
  const map = { minX: 0, minY: 0, maxX: 20, maxY: 5 };
  const chosen = click(openEditor([zone], { map }), at(12, 1));
  expect(zoneIn(drag(chosen, at(12, 2), at(40, 40)))?.points).toEqual([
    at(16, 1),
    at(20, 1),
    at(20, 5),
    at(16, 5),
  ]);
  expect(zoneIn(drag(chosen, at(14, 4), at(40, 40)))?.points[2]).toEqual(at(20, 5));
});

test('received shapes wait for the end of a gesture, are no step, and do not replace its change', () => {
  const dragging = move(down(openEditor([wall, zone]), { at: at(2, 0), reach }), { at: at(2, 1), reach });
  const other: Shape = { ...wall, points: [at(7, 7), at(8, 8)] };
  const received = receive(dragging, [other, { ...zone, name: 'Lobby' }]);
  expect(received.shapes).toBe(dragging.shapes);
  const done = up(received);
  expect(done.shapes.get('w')).toMatchObject({ points: [at(0, 1), at(4, 1)] });
  expect(zoneIn(done)?.name).toBe('Lobby');
  expect(done.undo).toHaveLength(1);
  expect(receive(done, []).shapes.size).toBe(0);
});

test('a new step clears the redo list', () => {
  const renamed = replace(openEditor([zone]), { ...zone, name: 'Lobby' });
  const back = undo(renamed);
  expect([canUndo(back), canRedo(back)]).toEqual([false, true]);
  expect(canRedo(replace(back, { ...zone, name: 'Foyer' }))).toBe(false);
});
