import { openEditor, shapesOf, type Editor } from '@sweepline/map-core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useReducer } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { choose, renderPage } from '../test-kit/index.ts';
import { MapView } from './map-view.tsx';
import { Robots } from './paint/robots.ts';
import { Trace } from './paint/trace.ts';

// jsdom has no layout; the map gets a size of 800 × 600, for 40 × 30 m.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(856);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(656);
  Element.prototype.setPointerCapture = () => {};
  window.ResizeObserver = class {
    readonly #listener: ResizeObserverCallback;
    constructor(listener: ResizeObserverCallback) {
      this.#listener = listener;
    }
    observe() {
      this.#listener([], this);
    }
    unobserve() {}
    disconnect() {}
  };
});

const ground = { width: 800, height: 600, resolution: 0.05, originX: 0, originY: 0, picture: new Blob() };
const hall = {
  id: 'hall',
  type: 'CLEAN' as const,
  name: 'Hall',
  points: [
    { x: 10, y: 10 },
    { x: 20, y: 10 },
    { x: 20, y: 20 },
    { x: 10, y: 20 },
  ],
};
const shapes = shapesOf({ zones: [hall] });

/** The pointer event over a place in metres: the map is fitted with a margin of 28 px, 20 px a metre. */
const over = (x: number, y: number) => ({
  clientX: 28 + 20 * x,
  clientY: 28 + 20 * (30 - y),
  pointerId: 1,
  button: 0,
});
const hint = () => document.querySelector('.sl-map-hint')?.textContent;
const map = () => screen.getByRole('application', { name: 'Ground floor' });
const click = (x: number, y: number) => {
  fireEvent.pointerDown(map(), over(x, y));
  fireEvent.pointerUp(map(), over(x, y));
};

/** The editor of the latest map. */
const latest = { editor: openEditor([]) };
const editor = () => latest.editor;
function Edited({ onEditor }: { onEditor: (editor: Editor) => void }) {
  const [state, edit] = useReducer(
    (now: Editor, change: (editor: Editor) => Editor) => change(now),
    undefined,
    () => openEditor(shapes),
  );
  useEffect(() => onEditor(state));
  return <MapView label="Ground floor" ground={ground} editor={state} onEdit={edit} />;
}

const showEdited = () =>
  renderPage(
    <Edited
      onEditor={(now) => {
        latest.editor = now;
      }}
    />,
  );

test('the canvas of the pointer exists only while there is something to draw on it', async () => {
  showEdited();
  const touch = () => document.querySelectorAll('canvas')[2]?.style.visibility;
  await waitFor(() => expect(touch()).toBe('hidden'));
  click(15, 15);
  await waitFor(() => expect(touch()).toBe(''));
  fireEvent.keyDown(map(), { key: 'Escape' });
  await waitFor(() => expect(touch()).toBe('hidden'));
});

test('a click selects the robot on top, otherwise the zone, otherwise nothing', () => {
  const chosen: unknown[] = [];
  const robots = new Robots([{ id: 'r1', name: 'R1', state: 'working', pose: { x: 15, y: 15, theta: 0 } }]);
  renderPage(
    <MapView
      label="Ground floor"
      ground={ground}
      shapes={shapes}
      robots={robots}
      onSelect={(id) => chosen.push(id)}
    />,
  );
  click(15, 15);
  click(12, 12);
  click(30, 5);
  expect(chosen).toEqual([{ kind: 'robot', id: 'r1' }, { kind: 'zone', id: 'hall' }, undefined]);
});

test('a drag moves the map and selects nothing', () => {
  const chosen: unknown[] = [];
  renderPage(
    <MapView label="Ground floor" ground={ground} shapes={shapes} onSelect={(id) => chosen.push(id)} />,
  );
  fireEvent.pointerDown(map(), over(15, 15));
  fireEvent.pointerMove(map(), over(25, 15));
  fireEvent.pointerUp(map(), over(25, 15));
  expect(chosen).toEqual([]);
  click(22, 15);
  expect(chosen).toEqual([{ kind: 'zone', id: 'hall' }]);
});

test('a polygon is drawn with clicks and undone with the keyboard', async () => {
  showEdited();
  fireEvent.click(screen.getByRole('button', { name: 'Draw a polygon' }));
  await choose(screen.getByLabelText('Kind of zone'), 'No-go zone');
  click(25, 5);
  click(35, 5);
  expect(hint()).toContain('Click the first corner');
  click(35, 12);
  fireEvent.keyDown(map(), { key: 'Enter' });
  const polygon = [...editor().shapes.values()].at(-1);
  expect(polygon).toMatchObject({ kind: 'zone', type: 'NO_GO' });
  expect(
    polygon?.kind === 'zone' && polygon.points.map(({ x, y }) => [Math.round(x), Math.round(y)]),
  ).toEqual([
    [25, 5],
    [35, 5],
    [35, 12],
  ]);
  fireEvent.keyDown(map(), { key: 'z', ctrlKey: true });
  expect(editor().shapes.size).toBe(1);
});

test('an outline that crosses itself is rejected with the reason', () => {
  showEdited();
  fireEvent.keyDown(map(), { key: 'p' });
  click(25, 5);
  click(35, 12);
  click(35, 5);
  click(25, 12);
  fireEvent.keyDown(map(), { key: 'Enter' });
  expect(editor().shapes.size).toBe(1);
  expect(hint()).toContain('crosses itself');
});

test('dragging a zone is one undo step, and a second finger cancels the drag and moves the map', () => {
  showEdited();
  fireEvent.pointerDown(map(), over(15, 15));
  fireEvent.pointerMove(map(), over(17, 15));
  fireEvent.pointerMove(map(), over(20, 15));
  fireEvent.pointerUp(map(), over(20, 15));
  expect(editor().shapes.get('hall')).toMatchObject({ points: [{ x: 15 }, { x: 25 }, { x: 25 }, { x: 15 }] });
  expect(editor().undo).toHaveLength(1);
  fireEvent.pointerDown(map(), over(20, 15));
  fireEvent.pointerMove(map(), over(22, 15));
  fireEvent.pointerDown(map(), { ...over(30, 15), pointerId: 2 });
  expect(editor().shapes.get('hall')).toMatchObject({ points: [{ x: 15 }, { x: 25 }, { x: 25 }, { x: 15 }] });
  expect(editor().undo).toHaveLength(1);
});

test('a hidden zone is neither painted nor hit by the pointer', () => {
  const chosen: unknown[] = [];
  const trace = new Trace([{ t: 0, x: 1, y: 1, theta: 0, cleaning: true }]);
  renderPage(
    <MapView
      label="Ground floor"
      ground={ground}
      shapes={shapes}
      trace={trace}
      onSelect={(id) => chosen.push(id)}
    />,
  );
  expect(screen.getByText('3× or more')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cleaned area' }));
  expect(screen.queryByText('3× or more')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Zones' }));
  click(15, 15);
  expect(chosen).toEqual([undefined]);
});

test('keys zoom and fit the whole map again', () => {
  renderPage(<MapView label="Ground floor" ground={ground} shapes={shapes} />);
  expect(screen.getByText('5 m')).toBeDefined();
  fireEvent.wheel(map(), { ...over(15, 15), deltaY: -600 });
  expect(screen.getByText('2 m')).toBeDefined();
  fireEvent.keyDown(map(), { key: '0' });
  expect(screen.getByText('5 m')).toBeDefined();
});
