import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copied, duplicate, paste, shapesIn } from '../geometry/clip.ts';
import { move } from './editor-drag.ts';
import { finish } from './editor-draft.ts';
import { cancel, up } from './editor-gesture.ts';
import { cut, halve, join, joinFault } from './editor-pieces.ts';
import { down } from './editor-press.ts';
import { openEditor, type Editor, type ToolName } from './editor-state.ts';
import {
  addCorner,
  changeSelected,
  nudge,
  paintBox,
  redo,
  remove,
  replace,
  select,
  selectAll,
  toggle,
  turnSelected,
  undo,
  withChosenCorner,
  withSettings,
  withTool,
} from './editor-steps.ts';
import type { Point } from '../geometry/geometry.ts';
import { FREE, OCCUPIED, type Grid } from '../files/grid.ts';
import { polygonCut, polygonsJoined } from '../geometry/polygon-join.ts';
import { isSimple, polygonArea } from '../geometry/polygon.ts';
import { noSnaps } from '../geometry/snap.ts';
import { cellsOf, gridWith } from '../geometry/strokes.ts';
import type { Shape, Spot, Zone } from '../geometry/shapes.ts';

const at = (x: number, y: number): Point => ({ x, y });
const corners = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));
const pointer = (x: number, y: number, more = {}) => ({ at: at(x, y), reach: 0.2, px: 0.01, ...more });
const drag = (editor: Editor, from: Point, to: Point, more = {}) =>
  up(move(down(editor, pointer(from.x, from.y, more)), pointer(to.x, to.y, more)));

const hall: Zone = {
  id: 'hall',
  kind: 'zone',
  type: 'CLEAN',
  name: 'Hall',
  points: corners([2, 2], [6, 2], [6, 5], [2, 5]),
};
const base: Spot = { id: 'base', kind: 'point', type: 'CHARGING', name: 'Base', x: 8, y: 3, theta: 0 };
const wall: Shape = { id: 'wall', kind: 'wall', points: corners([1, 7], [9, 7]) };
const slope: Shape = { id: 'slope', kind: 'slope', low: at(7, 8), high: at(9, 9) };
const drawing = [hall, base, wall, slope];
const raster = { width: 200, height: 200, resolution: 0.05, originX: 0, originY: 0 };
const grid: Grid = { ...raster, cells: new Uint8Array(40_000).fill(FREE) };
const map = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
const open = (shapes: readonly Shape[] = drawing) => openEditor(shapes, { map, grid });
const zoneOf = (editor: Editor, id = 'hall') => editor.shapes.get(id) as Zone;
const ids = ({ selected }: Editor) => [...selected];

describe('selecting', () => {
  test('a marquee selects shapes completely inside, with Shift in addition', () => {
    const some = drag(open(), at(0.5, 6.5), at(9.5, 9.5));
    expect(ids(some)).toEqual(['wall', 'slope']);
    expect(ids(drag(some, at(7.5, 2.5), at(8.5, 3.5), { shift: true }))).toEqual(['wall', 'slope', 'base']);
    expect(some.undo).toEqual([]);
  });

  test('a click with Shift adds a shape to the selection or removes it', () => {
    const click = (editor: Editor, x: number, y: number) => up(down(editor, pointer(x, y, { shift: true })));
    const two = click(click(open(), 4, 4), 8, 3);
    expect(ids(two)).toEqual(['hall', 'base']);
    expect(ids(click(two, 4, 4))).toEqual(['base']);
    expect(ids(toggle(two, 'hall'))).toEqual(['base']);
  });

  test('locked and hidden shapes cannot be selected', () => {
    for (const setting of ['locked', 'hidden'] as const) {
      const editor = withSettings(open(), { [setting]: new Set(['CLEAN']) });
      expect(ids(up(down(editor, pointer(4, 4))))).toEqual([]);
      expect(ids(selectAll(editor))).toEqual(['base', 'wall', 'slope']);
    }
  });
});

describe('a selection of several shapes', () => {
  const both = select(open(), ['hall', 'base']);

  test('is moved as one step and stays on the map', () => {
    const shifted = drag(both, at(4, 4), at(5, 4.5));
    expect(shifted.shapes.get('base')).toMatchObject({ x: 9, y: 3.5 });
    expect(zoneOf(shifted).points[0]).toEqual(at(3, 2.5));
    expect(shifted.undo.map(({ name }) => name)).toEqual(['move']);
    expect(drag(both, at(4, 4), at(40, 4)).shapes.get('base')).toMatchObject({ x: 10 });
  });

  test('is turned about its middle by the turn handle, with Shift in steps of 15°', () => {
    const middle = at(5, 3.5);
    const turned = drag(both, at(middle.x, 5.26), at(middle.x - 3, middle.y), { px: 0.01 });
    expect(turned.shapes.get('base')).toMatchObject({ theta: Math.PI / 2 });
    expect(turned.undo.map(({ name }) => name)).toEqual(['turn']);
    const stepped = move(down(both, pointer(5, 5.26)), pointer(4.2, 5, { shift: true }));
    const { theta } = stepped.shapes.get('base') as Spot;
    const steps = (theta * 12) / Math.PI;
    expect(steps).toBeCloseTo(Math.round(steps), 9);
    expect(steps).not.toBe(0);
    expect(turnSelected(both, Math.PI).shapes.get('base')).toMatchObject({ theta: Math.PI });
  });

  test('is changed, duplicated and removed as one step each', () => {
    const slow = changeSelected(select(open(), 'hall'), (shape) => ({ ...shape, type: 'SLOW' }) as Shape);
    expect(zoneOf(slow).type).toBe('SLOW');
    const twice = duplicate(both);
    expect(twice.shapes.size).toBe(6);
    expect(ids(twice)).toHaveLength(2);
    expect(new Set([...twice.shapes.values()].flatMap((one) => ('name' in one ? [one.name] : []))).size).toBe(
      4,
    );
    expect(undo(twice).shapes).toEqual(both.shapes);
    expect(remove(both).shapes.size).toBe(2);
  });
});

test('nudge moves by exact steps, merges repeated calls into one undo step, and moves a chosen corner alone', () => {
  let editor = select(open(), 'base');
  for (let i = 0; i < 10; i++) editor = nudge(editor, at(0.05, 0));
  expect((editor.shapes.get('base') as Spot).x).toBeCloseTo(8.5, 9);
  expect(editor.undo).toHaveLength(1);
  const cornered = nudge(withChosenCorner(select(editor, 'hall'), 2), at(0, 0.5));
  expect(zoneOf(cornered).points).toEqual(corners([2, 2], [6, 2], [6, 5.5], [2, 5]));
  expect(zoneOf(addCorner(select(open(), 'hall'), 3)).points.at(-1)).toEqual(at(2, 3.5));
});

describe('snapping', () => {
  const line = (snaps: Partial<typeof noSnaps>, to: Point, more = {}, shapes = drawing) => {
    const editor = withTool(openEditor(shapes, { map, grid, snaps: { ...noSnaps, ...snaps } }), 'segment');
    const started = up(down(editor, pointer(1.02, 1.03, more)));
    return move(started, pointer(to.x, to.y, more));
  };
  const cursor = (editor: Editor) => editor.draft?.cursor;

  test('snaps to corners before edges, to the grid and to directions, and not with free', () => {
    expect(cursor(line({ shapes: true }, at(2.1, 2.1)))).toEqual(at(2, 2));
    expect(cursor(line({ shapes: true }, at(4, 1.9)))).toEqual(at(4, 2));
    expect(cursor(line({ grid: true, gridM: 0.5 }, at(3.2, 1.3)))).toEqual(at(3, 1.5));
    expect(line({ grid: true, gridM: 0.5 }, at(3.2, 1.3)).draft?.points).toEqual([at(1, 1)]);
    const angled = cursor(line({ angles: true }, at(1.1, 4)));
    expect(angled?.x).toBeCloseTo(1.02, 9);
    expect(cursor(line({ shapes: true, grid: true }, at(2.1, 2.1), { free: true }))).toEqual(at(2.1, 2.1));
  });

  test('snaps to obstacles of the grid', () => {
    const cells = grid.cells.map((value, i) => (i % 200 === 100 ? OCCUPIED : value));
    const editor = openEditor([], { map, grid: { ...grid, cells }, snaps: { ...noSnaps, picture: true } });
    const started = up(down(withTool(editor, 'wall'), pointer(4.9, 3)));
    expect(started.draft?.points[0]?.x).toBeCloseTo(5, 9);
    expect(started.draft?.points[0]?.y).toBeCloseTo(3, 9);
  });

  test('a moved shape snaps to its neighbour', () => {
    const other: Zone = { ...hall, id: 'other', points: corners([6.5, 2.1], [9, 2.1], [9, 4], [6.5, 4]) };
    const editor = openEditor([hall, other], { map, snaps: { ...noSnaps, shapes: true } });
    const moved = drag(select(editor, 'other'), at(7.5, 3), at(7.1, 3));
    expect(zoneOf(moved, 'other').points[0]?.x).toBeCloseTo(6, 9);
  });
});

describe('cutting and joining', () => {
  test('a zone cut by a line becomes two zones, and join restores it', () => {
    const two = drag(withTool(select(open(), 'hall'), 'cut'), at(4, 1), at(4, 6));
    const pieces = ids(two).map((id) => zoneOf(two, id));
    expect(pieces.map(({ points }) => polygonArea(points))).toEqual([6, 6]);
    expect(new Set(pieces.map(({ name }) => name)).size).toBe(2);
    const whole = join(two);
    expect(polygonArea(zoneOf(whole).points)).toBe(12);
    expect(zoneOf(whole).points).toHaveLength(4);
    expect(whole.undo.map(({ name }) => name)).toEqual(['split', 'join']);
  });

  test('polygonCut returns three pieces for a line through a U and one for a line that does not cross', () => {
    const u = corners([0, 0], [6, 0], [6, 4], [4, 4], [4, 1], [2, 1], [2, 4], [0, 4]);
    expect(polygonCut(u, at(-1, 2), at(7, 2))).toHaveLength(3);
    expect(polygonCut(u, at(-1, 9), at(7, 9))).toHaveLength(1);
    expect(polygonCut(u, at(-1, 2), at(1, 2))).toHaveLength(1);
  });

  test('lines are cut at a crossing and joined end to end; separate zones and mixed kinds are not joined', () => {
    const cutWall = cut(select(open(), 'wall'), at(3, 6), at(3, 8));
    expect(ids(cutWall)).toHaveLength(2);
    expect(joinFault(cutWall)).toBeUndefined();
    const again = join(cutWall).shapes.get('wall');
    expect(again).toMatchObject({ points: corners([1, 7], [3, 7], [9, 7]) });
    expect(joinFault(select(open(), ['hall', 'wall']))).toBe('differentKinds');
    expect(joinFault(select(open(), ['hall']))).toBe('tooFew');
    const far = { ...hall, id: 'far', points: hall.points.map(({ x, y }) => at(x, y + 5)) };
    expect(joinFault(select(open([hall, far]), ['hall', 'far']))).toBe('apart');
    expect(ids(halve(select(open(), 'hall')))).toHaveLength(2);
  });

  test('the pieces of a polygon cut by any line have the area of the polygon', () => {
    const place = fc.record({
      x: fc.double({ min: -1, max: 8, noNaN: true }),
      y: fc.double({ min: -1, max: 6, noNaN: true }),
    });
    const shape = corners([0, 0], [6, 0], [6, 4], [4, 4], [4, 1], [2, 1], [2, 4], [0, 4]);
    fc.assert(
      fc.property(place, place, (from, to) => {
        const pieces = polygonCut(shape, from, to);
        const sum = pieces.reduce((all, piece) => all + polygonArea(piece), 0);
        expect(sum).toBeCloseTo(polygonArea(shape), 6);
        expect(pieces.every((piece) => piece.length >= 3)).toBe(true);
      }),
    );
  });

  test('polygonsJoined of the halves of a polygon is the polygon', () => {
    const share = fc.double({ min: 0.3, max: 1, noNaN: true });
    const radii = fc.array(share, { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(radii, fc.double({ min: 0, max: Math.PI, noNaN: true }), (all, angle) => {
        // The origin is inside, so a line through it cuts the polygon.
        const star = all.map((radius, i) => {
          const turn = (2 * Math.PI * i) / all.length;
          return at(5 * radius * Math.cos(turn), 5 * radius * Math.sin(turn));
        });
        const [x, y] = [9 * Math.cos(angle), 9 * Math.sin(angle)];
        const halves = polygonCut(star, at(-x, -y), at(x, y));
        if (halves.length !== 2) return;
        const joined = polygonsJoined(halves[0]!, halves[1]!);
        expect(joined && isSimple(joined)).toBe(true);
        // The join merges points closer than 10 µm, so the area may differ by some mm².
        expect(polygonArea(joined ?? [])).toBeCloseTo(polygonArea(star), 3);
      }),
    );
  });

  test('polygonsJoined of two overlapping rectangles is an outline around both', () => {
    const size = fc.integer({ min: 1, max: 12 });
    const rect = (x: number, y: number, w: number, h: number) =>
      corners([x, y], [x + w, y], [x + w, y + h], [x, y + h]);
    fc.assert(
      fc.property(size, size, size, size, (x, y, w, h) => {
        const [a, b] = [rect(0, 0, 10, 10), rect(x, y, w, h)];
        const joined = polygonsJoined(a, b);
        const [overW, overH] = [Math.min(10, x + w) - x, Math.min(10, y + h) - y];
        if (overW <= 0 || overH <= 0) return;
        expect(joined && isSimple(joined)).toBe(true);
        expect(polygonArea(joined ?? [])).toBeCloseTo(100 + w * h - overW * overH, 9);
      }),
    );
  });
});

describe('the brush', () => {
  test('paints cells along its path as one step, and undo restores the floor', () => {
    const brush = { value: OCCUPIED, radiusM: 0.1 };
    const editor = withSettings(withTool(open(), 'brush'), { brush });
    const painted = drag(editor, at(2, 2), at(4, 2));
    expect(painted.tool).toBe('brush');
    const { cells } = gridWith(grid, painted.strokes);
    const solid = cells.reduce((sum, value) => sum + Number(value === OCCUPIED), 0);
    expect(solid).toBe(cellsOf(painted.strokes[0]!));
    expect(solid * 0.0025).toBeCloseTo(0.43, 1);
    expect(undo(painted).strokes).toEqual([]);
    expect(gridWith(grid, redo(undo(painted)).strokes).cells).toEqual(cells);
    const boxed = paintBox(editor, { minX: 1, minY: 1, maxX: 2, maxY: 1.5 }, OCCUPIED);
    expect(cellsOf(boxed.strokes[0]!)).toBe(200);
  });

  test('never paints outside the grid', () => {
    const editor = withTool(open(), 'brush');
    const { strokes } = drag(editor, at(9.9, 9.9), at(50, -50));
    const [stroke] = strokes;
    expect(stroke!.runs.every((value) => value >= 0)).toBe(true);
    for (let i = 0; i < stroke!.runs.length; i += 2)
      expect(stroke!.runs[i]! + stroke!.runs[i + 1]!).toBeLessThanOrEqual(40_000);
  });
});

test('shapesIn reads copied shapes and ignores any other text', () => {
  const text = copied(select(open(), ['hall', 'slope']));
  const pasted = paste(openEditor([hall], { map }), shapesIn(text), at(5, 5));
  expect(pasted.shapes.size).toBe(3);
  expect(ids(pasted)).toHaveLength(2);
  for (const wrong of [
    '',
    'hello',
    '{"format":"sweepline-shapes-1","shapes":[{"kind":"zone"},null,{"id":"x","kind":"wall","points":[{"x":null,"y":1},{}]}]}',
  ])
    expect(shapesIn(wrong)).toEqual([]);
});

test('a slope is drawn from low to high, and measuring changes no shape', () => {
  const drawn = drag(withTool(open([]), 'slope'), at(1, 1), at(3, 2));
  expect([...drawn.shapes.values()]).toMatchObject([{ kind: 'slope', low: at(1, 1), high: at(3, 2) }]);
  const measured = drag(withTool(open(), 'measure'), at(1, 1), at(4, 5));
  expect(measured).toMatchObject({ measure: { from: at(1, 1), to: at(4, 5) }, undo: [] });
});

// Property tests: any sequence of gestures.

const place = fc.record({
  x: fc.double({ min: -2, max: 12, noNaN: true }),
  y: fc.double({ min: -2, max: 12, noNaN: true }),
});
const tool = fc.constantFrom<ToolName>(
  ...([
    'select',
    'zone',
    'rectangle',
    'wall',
    'segment',
    'bump',
    'slope',
    'point',
    'brush',
    'cut',
    'measure',
  ] as const),
);
const anyAct: fc.Arbitrary<(editor: Editor) => Editor> = fc.oneof(
  fc.tuple(tool, place, place, place, fc.boolean()).map(
    ([name, a, b, c, shift]) =>
      (editor: Editor) =>
        [b, c].reduce((now, to) => drag(now, a, to, { shift }), withTool(editor, name)),
  ),
  fc.tuple(place, place).map(
    ([a, b]) =>
      (editor: Editor) =>
        drag(editor, a, b),
  ),
  fc.constantFrom<(editor: Editor) => Editor>(
    selectAll,
    remove,
    duplicate,
    halve,
    join,
    finish,
    cancel,
    (editor) => select(editor, editor.shapes.keys().next().value),
    (editor) => turnSelected(editor, 0.3),
    (editor) => nudge(editor, at(0.05, -0.1)),
    (editor) => addCorner(editor, 0),
    (editor) => paste(editor, shapesIn(copied(editor)), at(3, 3)),
    (editor) => replace(editor, { ...hall, name: 'Lobby' }),
    (editor) => cut(editor, at(4, -1), at(4, 11)),
  ),
);

test('undoing all steps restores the exact first state, and redoing all restores the last', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 25 }), (acts) => {
      const first = withSettings(open(), { snaps: { ...noSnaps, shapes: true, grid: true } });
      const last = cancel(acts.reduce((editor, act) => act(editor), first));
      const back = last.undo.reduce((editor) => undo(editor), last);
      expect([...back.shapes.values()]).toEqual(drawing);
      expect([...back.shapes.values()].every((shape, i) => shape === drawing[i])).toBe(true);
      expect(back.strokes).toEqual([]);
      const forth = back.redo.reduce((editor) => redo(editor), back);
      expect([...forth.shapes.entries()]).toEqual([...last.shapes.entries()]);
      expect(forth.strokes).toEqual(last.strokes);
    }),
    { numRuns: 150 },
  );
});

test('the last 1,000 steps can be undone', () => {
  let editor = select(open(), 'hall');
  for (let i = 0; i < 1_000; i++) editor = turnSelected(select(editor, i % 2 ? 'hall' : 'wall'), 0.001);
  expect(editor.undo).toHaveLength(1_000);
  expect(editor.undo.reduce((now) => undo(now), editor).shapes.get('hall')).toBe(hall);
});
