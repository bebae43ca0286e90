import { fileCalls, mapCalls, permissions, type MapDetail } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, holding, Refused, show } from '../../test-kit/index.ts';
import { aMap } from './a-map.ts';
import { MapEditPage } from './map-edit-page.tsx';

let server: ReturnType<typeof fakeServer>;
let map: MapDetail;

// jsdom lays nothing out; the map is told it is 800 × 600 with its margin, of 40 × 30 m.
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
  server = fakeServer();
  map = aMap();
  server.on(mapCalls.detail, () => map);
  server.on({ ...fileCalls.read, path: `file/${map.ground.file}` }, () => ({}));
  const saved = (zones: MapDetail['elements']['zones']) =>
    (map = { ...map, version: map.version + 1, elements: { ...map.elements, zones } });
  server.on(mapCalls.addZone, ({ zoneId = '', type, name, points }) =>
    saved([...map.elements.zones, { id: zoneId, type, name, points }]),
  );
  server.on(mapCalls.updateZone, ({ zoneId, type, name, points }) =>
    saved(map.elements.zones.map((zone) => (zone.id === zoneId ? { id: zoneId, type, name, points } : zone))),
  );
  server.on(mapCalls.removeZone, ({ zoneId }) => saved(map.elements.zones.filter(({ id }) => id !== zoneId)));
});

const canvas = () => screen.findByRole('application');
/** A place in metres as the pointer event over it: 20 px a metre, 28 px of air around. */
const over = (x: number, y: number) => ({
  clientX: 28 + 20 * x,
  clientY: 28 + 20 * (30 - y),
  pointerId: 1,
  button: 0,
});
async function click(x: number, y: number) {
  fireEvent.pointerDown(await canvas(), over(x, y));
  fireEvent.pointerUp(await canvas(), over(x, y));
}
async function drawTriangle() {
  fireEvent.keyDown(await canvas(), { key: 'p' });
  await click(22, 2);
  await click(30, 2);
  await click(30, 8);
  fireEvent.keyDown(await canvas(), { key: 'Enter' });
}
const open = (person?: Parameters<typeof show>[2]) => show(<MapEditPage />, `/?id=${map.id}`, person);
const sent = (call: typeof mapCalls.addZone | typeof mapCalls.updateZone | typeof mapCalls.removeZone) =>
  server.sentTo(call) as { zoneId: string; version: number; points: unknown }[];

test('a drawn zone is saved by itself, its corners in metres of the map', async () => {
  open();
  await drawTriangle();
  await waitFor(() => expect(sent(mapCalls.addZone)).toHaveLength(1));
  const [zone] = sent(mapCalls.addZone);
  expect(zone).toMatchObject({ id: map.id, version: 1, type: 'CLEAN', name: 'Cleaning area 2' });
  expect(zone?.points).toEqual([
    { x: 22, y: 2 },
    { x: 30, y: 2 },
    { x: 30, y: 8 },
  ]);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(screen.getByText('Cleaning area 2', { selector: '.maps-zone-name' })).toBeTruthy();
});

test('a dragged corner, a new name and a new type are one save each, each with the version before', async () => {
  open();
  await userEvent.click(await screen.findByText('Hall'));
  fireEvent.pointerDown(await canvas(), over(20, 20));
  fireEvent.pointerMove(await canvas(), over(25, 25));
  fireEvent.pointerUp(await canvas(), over(25, 25));
  await waitFor(() => expect(sent(mapCalls.updateZone)).toHaveLength(1));
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Lobby{Enter}');
  await waitFor(() => expect(sent(mapCalls.updateZone)).toHaveLength(2));
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'NO_GO');
  await waitFor(() => expect(sent(mapCalls.updateZone)).toHaveLength(3));
  expect(sent(mapCalls.updateZone).map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(sent(mapCalls.updateZone)[2]).toMatchObject({ zoneId: 'hall', type: 'NO_GO', name: 'Lobby' });
  expect(sent(mapCalls.updateZone)[0]?.points).toContainEqual({ x: 25, y: 25 });
});

test('a deleted zone comes back as itself from the toast', async () => {
  open();
  await userEvent.click(await screen.findByText('Hall'));
  await userEvent.click(screen.getByText('Delete zone'));
  await waitFor(() => expect(sent(mapCalls.removeZone)).toHaveLength(1));
  const toast = (await screen.findByText('Deleted Hall')).closest('[role=status]');
  await userEvent.click(toast!.querySelector('button')!);
  await waitFor(() => expect(sent(mapCalls.addZone)).toHaveLength(1));
  expect(sent(mapCalls.addZone)[0]).toMatchObject({ zoneId: 'hall', version: 2 });
});

test('Delete, Ctrl+Z and Ctrl+Shift+Z work wherever the focus is, and are saved', async () => {
  open();
  await userEvent.click(await screen.findByText('Hall'));
  fireEvent.keyDown(document.body, { key: 'Delete' });
  await waitFor(() => expect(sent(mapCalls.removeZone)).toHaveLength(1));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(sent(mapCalls.addZone)).toHaveLength(1));
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(sent(mapCalls.removeZone)).toHaveLength(2));
});

test('an outline that crosses itself says so and is not saved', async () => {
  open();
  await userEvent.click(await screen.findByText('Hall'));
  fireEvent.pointerDown(await canvas(), over(20, 20));
  fireEvent.pointerMove(await canvas(), over(15, 5));
  fireEvent.pointerUp(await canvas(), over(15, 5));
  expect(await screen.findByText('Not saved: outline at fault')).toBeTruthy();
  expect(screen.getAllByText(/crosses itself/).length).toBeGreaterThan(0);
  expect(sent(mapCalls.updateZone)).toEqual([]);
});

test('a stale save says who was first; reloading keeps what was drawn and saves it on top', async () => {
  open();
  await canvas();
  const theirs = { ...map.elements.zones[0]!, id: 'theirs', name: 'Drawn by Min' };
  map = { ...map, version: 5, elements: { ...map.elements, zones: [...map.elements.zones, theirs] } };
  server.on(mapCalls.addZone, ({ version }) => {
    if (version !== map.version) throw new Refused('changedMeanwhile');
    return map;
  });
  await drawTriangle();
  expect(await screen.findByText(/Changed meanwhile by/)).toBeTruthy();
  expect(screen.getByText('Your change is still here and not lost.')).toBeTruthy();
  expect(screen.getByText('Cleaning area 2', { selector: '.maps-zone-name' })).toBeTruthy();

  await userEvent.click(screen.getByText('Reload and keep mine'));
  await waitFor(() => expect(sent(mapCalls.addZone)).toHaveLength(2));
  const [first, second] = sent(mapCalls.addZone);
  expect(second).toEqual({ ...first, version: 5 });
  expect(screen.getByText('Drawn by Min')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Changed meanwhile by/)).toBeNull());
});

test('leaving with a drawing begun is asked about', async () => {
  const { router } = open();
  fireEvent.keyDown(await canvas(), { key: 'p' });
  await click(22, 2);
  await act(() => router.navigate('/dataManage/mapList'));
  expect(await screen.findByText('Leave Ground floor with unsaved changes?')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
  await userEvent.click(screen.getByText('Leave'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dataManage/mapList'));
});

test('a reader sees the zones and no button that would change them', async () => {
  open(holding(permissions.mapList));
  await userEvent.click(await screen.findByText('Hall'));
  expect(screen.getByText('Corners')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
  for (const name of ['Edit zones', 'Delete zone', 'Done']) expect(screen.queryByText(name)).toBeNull();
  expect(screen.queryByLabelText('More actions for Ground floor')).toBeNull();
  expect(document.querySelector('.maps-inspector input')).toBeNull();
});
