import {
  fileCalls,
  mapCalls,
  mapDraftCalls,
  mapDraftTopic,
  mapVersionCalls,
  permissions,
  topics,
  type MapDetail,
  type MapDraft,
} from '@sweepline/contract';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { choose, fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { useAllPageKeys } from '../../../../kit/keys/page-keys.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { aMap } from '../map-page/a-map.ts';
import { MapEditPage } from './map-edit-page.tsx';
import { forgetSession } from './session/use-editor-session.ts';

let server: ReturnType<typeof fakeServer>;
let map: MapDetail;
let draft: MapDraft;

// jsdom has no layout; the map gets a size of 800 × 600 with its margin, for 40 × 30 m.
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
  forgetSession(map.id);
  const { id: mapId, name: mapName, ground, elements } = map;
  draft = {
    mapId,
    mapName,
    ground,
    elements,
    baseVersion: 1,
    currentVersion: 1,
    version: 0,
    updatedAt: null,
    updatedBy: null,
    refusal: null,
  };
  server.on(mapCalls.detail, () => map);
  server.on({ ...fileCalls.read, path: `file/${map.ground.file}` }, () => ({}));
  server.on(mapDraftCalls.detail, () => draft);
  server.on(mapDraftCalls.check, () => ({ findings: [] }));
  server.on(mapDraftCalls.save, ({ version, elements: drawn }) => {
    if (version !== draft.version) throw new Refused('changedMeanwhile');
    return saved(drawn, 'wei');
  });
});

/** The draft as another user leaves it. */
const saved = (elements: MapDraft['elements'], updatedBy: string) =>
  (draft = {
    ...draft,
    elements,
    updatedBy,
    version: draft.version + 1,
    updatedAt: '2030-01-01T00:00:00.000Z',
  });

const canvas = () => screen.findByRole('application');
/** The pointer event over a place in metres: 20 px a metre, 28 px of margin around. */
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
const open = (person?: Parameters<typeof renderPage>[2]) =>
  renderPage(<MapEditPage />, `/?id=${map.id}`, person);
const saves = () =>
  server.sentTo(mapDraftCalls.save) as { version: number; elements: MapDraft['elements'] }[];
const element = (name: string) => screen.findByText(name, { selector: '.maps-element span' });
const lastSaved = () => waitFor(() => expect(saves().length).toBeGreaterThan(0), { timeout: 4_000 });

test('a drawn shape is saved automatically with the whole draft, corners in metres of the map', async () => {
  open();
  await drawTriangle();
  await lastSaved();
  expect(saves()[0]).toMatchObject({ mapId: map.id, version: 0, baseVersion: 1 });
  expect(saves()[0]?.elements.zones.at(-1)).toMatchObject({
    type: 'CLEAN',
    name: 'Cleaning zone 2',
    points: [
      { x: 22, y: 2 },
      { x: 30, y: 2 },
      { x: 30, y: 8 },
    ],
  });
  expect(await screen.findByText('Draft saved')).toBeTruthy();
  expect(await element('Cleaning zone 2')).toBeTruthy();
});

test('the inspector takes a name, a type and exact coordinates, each as one undo step', async () => {
  open();
  await userEvent.click(await element('Hall'));
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Lobby{Enter}');
  await choose(screen.getByLabelText('Type'), 'No-go zone');
  const x = screen.getAllByLabelText('x')[0]!;
  await userEvent.clear(x);
  await userEvent.type(x, '9,25{Enter}');
  // The draft may be saved between two of the steps; the last save holds all three.
  await waitFor(() => {
    const zone = saves().at(-1)?.elements.zones[0];
    expect(zone).toMatchObject({ type: 'NO_GO', name: 'Lobby' });
    expect(zone?.points[0]).toEqual({ x: 9.25, y: 10 });
  });
  for (const _ of [1, 2, 3]) fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(await element('Hall')).toBeTruthy();
});

test('every point type can be placed and its heading is entered in degrees', async () => {
  open();
  fireEvent.keyDown(await canvas(), { key: 'o' });
  await choose(screen.getByLabelText('Kind of point'), 'QR code');
  await click(30, 5);
  fireEvent.keyDown(await canvas(), { key: 'v' });
  await userEvent.click(await element('QR code 1'));
  const heading = screen.getByLabelText('Heading');
  await userEvent.clear(heading);
  await userEvent.type(heading, '-180{Enter}');
  await waitFor(
    () => expect(saves().at(-1)?.elements.points[0]).toMatchObject({ type: 'QR_CODE', theta: Math.PI }),
    {
      timeout: 4_000,
    },
  );
  await userEvent.clear(heading);
  await userEvent.type(heading, '200{Enter}');
  expect((heading as HTMLInputElement).value).toBe('180');
});

test('an element is created from typed coordinates, selected, moved and deleted by keys without a pointer', async () => {
  open();
  await userEvent.click(await screen.findByText('Add by coordinates'));
  await choose(screen.getAllByLabelText('Type').at(-1)!, 'Virtual wall');
  fireEvent.change(screen.getByLabelText('Places, x and y in metres'), { target: { value: '1 2\n3,5 2' } });
  await userEvent.click(screen.getByText('Add'));
  fireEvent.keyDown(document.body, { key: 'ArrowUp', shiftKey: true });
  await waitFor(
    () =>
      expect(saves().at(-1)?.elements.walls[0]?.points).toEqual([
        { x: 1, y: 2.5 },
        { x: 3.5, y: 2.5 },
      ]),
    { timeout: 4_000 },
  );
  fireEvent.keyDown(document.body, { key: 'Delete' });
  await waitFor(() => expect(saves().at(-1)?.elements.walls).toEqual([]), { timeout: 4_000 });
});

test('the keys of the tools, the commands and the map are declared for the list of keys', async () => {
  open();
  await canvas();
  const declared = renderHook(() => useAllPageKeys()).result.current;
  expect(declared.map(({ title }) => title).toSorted()).toEqual([
    'Editing',
    'Map',
    'Tabs',
    'Tools',
    'View and pointer',
  ]);
  expect(declared.flatMap(({ rows }) => rows)).toContainEqual({ text: 'Undo', keys: 'Mod Z' });
});

test('findings are listed while the user draws', async () => {
  open();
  await userEvent.click(await element('Hall'));
  fireEvent.pointerDown(await canvas(), over(20, 20));
  fireEvent.pointerMove(await canvas(), { ...over(15, 5), altKey: true });
  fireEvent.pointerUp(await canvas(), over(15, 5));
  await userEvent.click(await screen.findByText('Checks 1', undefined, { timeout: 4_000 }));
  expect(screen.getByText('crosses itself')).toBeTruthy();
});

test('two users who draw different shapes keep both; the second sees who saved', async () => {
  open();
  await canvas();
  const theirs = { ...map.elements.zones[0]!, id: 'theirs', name: 'Drawn by Min' };
  saved({ ...draft.elements, zones: [...draft.elements.zones, theirs] }, 'min');
  await drawTriangle();
  expect(await screen.findByText(/Changed in the meantime by/, undefined, { timeout: 4_000 })).toBeTruthy();
  expect(await element('Cleaning zone 2')).toBeTruthy();
  await userEvent.click(screen.getByText('Keep both'));
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]?.version).toBe(1);
  expect(saves()[1]?.elements.zones.map(({ name }) => name)).toEqual([
    'Hall',
    'Drawn by Min',
    'Cleaning zone 2',
  ]);
});

test('a draft saved by another user is loaded once when its push message arrives', async () => {
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <MapEditPage />
    </SocketContext>,
    `/?id=${map.id}`,
  );
  await canvas();
  const theirs = { ...map.elements.zones[0]!, id: 'theirs', name: 'Drawn by Min' };
  saved({ ...draft.elements, zones: [...draft.elements.zones, theirs] }, 'min');
  const requests = () => server.sentTo(mapDraftCalls.detail).length;
  const before = requests();
  const news = { mapId: map.id, version: 1, currentVersion: 1, by: 'min' };
  act(() => socket.push(mapDraftTopic(map.id), news));
  expect(await element('Drawn by Min')).toBeTruthy();
  act(() => socket.push(mapDraftTopic(map.id), news));
  expect(requests()).toBe(before + 1);
});

test('elements that both users changed are shown side by side and resolved by hand', async () => {
  open();
  await userEvent.click(await element('Hall'));
  saved({ ...draft.elements, zones: [{ ...draft.elements.zones[0]!, name: 'Foyer' }] }, 'min');
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Lobby{Enter}');
  await userEvent.click(await screen.findByText('Compare', undefined, { timeout: 4_000 }));
  expect(screen.getByText('1 left to decide')).toBeTruthy();
  await userEvent.click(screen.getByText('Theirs'));
  await userEvent.click(screen.getByText('Keep these'));
  await waitFor(() => expect(saves().at(-1)?.elements.zones[0]?.name).toBe('Foyer'));
});

test('leaving the editor keeps the drawing and its undo steps for the next visit', async () => {
  const left = open();
  await drawTriangle();
  left.unmount();
  open();
  expect(await element('Cleaning zone 2')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() =>
    expect(screen.queryByText('Cleaning zone 2', { selector: '.maps-element span' })).toBeNull(),
  );
});

test('a faulty draft is not published; a sound one lists the affected tasks and is published with a note', async () => {
  server.on(mapVersionCalls.impact, () => ({
    impacts: [
      {
        task: { id: 't1', name: 'Night round' },
        device: { id: 'd1', nickname: 'J30-0007', sn: 'SN7' },
        zones: [{ id: 'hall', name: 'Hall', effect: 'REMOVED' as const }],
        broken: true,
      },
    ],
  }));
  saved({ ...draft.elements, zones: [{ ...draft.elements.zones[0]!, points: crossing }] }, 'wei');
  const selfCrossing = {
    code: 'selfCrossing',
    severity: 'ERROR',
    shapeIds: ['hall'],
    at: { x: 15, y: 15 },
  } as const;
  server.on(mapDraftCalls.check, () => ({ findings: [{ ...selfCrossing, shapeIds: ['hall'] }] }));
  open();
  await screen.findByText('Checks 1', undefined, { timeout: 4_000 });
  await userEvent.click(screen.getByText('Publish'));
  expect(await screen.findByText('Fix these first')).toBeTruthy();
  expect(await screen.findByText('Night round')).toBeTruthy();
  expect(screen.getByText('No zone left to clean')).toBeTruthy();
  expect(screen.getByText('Publish and send to robots').closest('button')?.disabled).toBe(true);
});

test('findings of the server on the floor are shown before publishing and sent as seen', async () => {
  server.on(mapVersionCalls.impact, () => ({ impacts: [] }));
  const cutOff = { code: 'cutOff', severity: 'WARNING' as const, shapeIds: ['hall'], at: { x: 15, y: 15 } };
  server.on(mapDraftCalls.check, () => ({ findings: [cutOff] }));
  server.on(mapDraftCalls.publish, () => {
    throw new Refused('mapMoved');
  });
  saved({ ...draft.elements }, 'wei');
  open();
  await userEvent.click(await screen.findByText('Publish'));
  expect(await screen.findByText('cannot be reached from the charger')).toBeTruthy();
  await userEvent.click(screen.getByText('Publish and send to robots'));
  await waitFor(() => expect(server.sentTo(mapDraftCalls.publish)).toMatchObject([{ warnings: 1 }]));
});

const crossing = [
  { x: 10, y: 10 },
  { x: 20, y: 20 },
  { x: 20, y: 10 },
  { x: 10, y: 20 },
];

test('a map with a robot conflict is not edited before the conflict is resolved', async () => {
  draft = { ...draft, refusal: 'CONFLICT' };
  open();
  expect(await screen.findByText('A robot changed this map too')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a task’s map is not edited while its robot stands on another map, and the page gives the reason', async () => {
  draft = { ...draft, refusal: 'MAP_DIFFERS' };
  const deviceId = '0193f0c2-7a31-7c55-9d0e-0000000000d1';
  renderPage(<MapEditPage />, `/?id=${map.id}&deviceId=${deviceId}`);
  expect(await screen.findByText(/differs from the device’s map, so editing is disallowed/)).toBeTruthy();
  expect(screen.getByText(/Bring it to this one/)).toBeTruthy();
  expect(server.sentTo(mapDraftCalls.detail)[0]).toEqual({ mapId: map.id, deviceId });
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('the draft is requested again when the robot enters this map, not when it enters another one', async () => {
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <MapEditPage />
    </SocketContext>,
    `/?id=${map.id}`,
  );
  await canvas();
  const requests = () => server.sentTo(mapCalls.detail).length;
  const before = requests();
  act(() => socket.push(topics.standing, { deviceId: 'd9', mapId: 'another', left: null }));
  expect(requests()).toBe(before);
  act(() => socket.push(topics.standing, { deviceId: 'd9', mapId: map.id, left: 'another' }));
  await waitFor(() => expect(requests()).toBe(before + 1));
});

test('a reader sees the zones and no button that changes them', async () => {
  open(userWith(permissions.mapList));
  await userEvent.click(await screen.findByText('Hall'));
  expect(screen.getByText('Corners')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
  for (const name of ['Edit zones', 'Delete', 'Publish']) expect(screen.queryByText(name)).toBeNull();
  expect(document.querySelector('.maps-inspector input')).toBeNull();
});

test('an advice opens at its place with the matching tool and gives its reason', async () => {
  const chosen = async (advice: string, name: string) => {
    forgetSession(map.id);
    const { unmount } = renderPage(<MapEditPage />, `/?id=${map.id}&x=20&y=10&advice=${advice}`);
    expect((await screen.findByLabelText(name)).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('Robots needed help in the centre of this view')).toBeTruthy();
    if (advice === 'NO_GO') {
      // 8 m of floor fill the canvas, so the place lies in its middle wherever the floor lies.
      await drawAround();
      await lastSaved();
      const { type, points } = saves()[0]!.elements.zones.at(-1)!;
      expect(type).toBe('NO_GO');
      for (const { x, y } of points) expect(Math.hypot(x - 20, y - 10)).toBeLessThan(4);
    }
    unmount();
  };
  await chosen('WALL', 'Draw a virtual wall');
  await chosen('LOOK', 'Select and move');
  await chosen('NO_GO', 'Draw a polygon');
});

/** Three corners around the middle of the canvas. */
async function drawAround() {
  for (const [clientX, clientY] of [
    [400, 300],
    [460, 300],
    [430, 360],
  ]) {
    fireEvent.pointerDown(await canvas(), { clientX, clientY, pointerId: 1, button: 0 });
    fireEvent.pointerUp(await canvas(), { clientX, clientY, pointerId: 1, button: 0 });
  }
  fireEvent.keyDown(await canvas(), { key: 'Enter' });
}
