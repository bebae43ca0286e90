import { mapCalls, mapLayerCalls, permissions, type MapLayer, type Sent } from '@sweepline/contract';
import { createTiles, tileBytes, tilesAround } from '@sweepline/map-core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deflateRawSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { choose, fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap } from '../map-page/a-map.ts';
import { MapDetailPage } from '../map-page/map-detail-page.tsx';

const raster = { width: 80, height: 60, resolution: 0.5, originX: 0, originY: 0 };
const counts = { runs: 3, otherVersions: 1, withoutPath: 2, left: 0, places: 0 };

/** Three passes in the middle of the hall. */
function aLayer(
  changes: Partial<MapLayer> = {},
  at: readonly number[] = tilesAround(raster, { x: 15, y: 15 }, 2),
) {
  const tiles = createTiles(raster);
  for (const tile of at) tiles.values[tile] = 3;
  const packed = deflateRawSync(tileBytes(tiles.values)).toString('base64');
  return {
    layer: 'PASSES' as const,
    from: '',
    to: '',
    raster,
    tiles: packed,
    scale: 1,
    told: counts,
    ...changes,
  };
}

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  server = fakeServer();
  server.on(mapCalls.detail, () => aMap());
  server.on(mapLayerCalls.read, ({ layer, from, to }) => aLayer({ layer, from, to }));
});

const { mapList, reportList, assists } = permissions;
const open = (search = '', granted = [mapList, reportList, assists]) =>
  renderPage(<MapDetailPage />, `/?id=${aMap().id}${search}`, userWith(...granted));

test('a selected layer loads the last thirty days, shows its table, and its URL can be shared', async () => {
  open();
  await choose(await screen.findByLabelText('Layer'), 'Passes');
  expect(
    await screen.findByText(/^From 3 runs · 2 runs without a path are not counted · 1 of them on another/),
  ).toBeTruthy();
  expect(screen.getAllByText('3', { selector: 'td' })).toHaveLength(2);
  expect(screen.getByLabelText('What the colours mean').textContent).toContain('Passes');
  const [sent] = server.sentTo(mapLayerCalls.read);
  const { from, to } = sent as Sent<typeof mapLayerCalls.read>;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  expect(screen.getByTestId('address').textContent).toContain('layer=passes');
});

test('the URL opens the layer and its days, and at most as many days as the server offers', async () => {
  open('&layer=signal&from=2030-01-01&to=2030-06-30');
  await waitFor(() => expect(server.sentTo(mapLayerCalls.read)).toHaveLength(1));
  const [sent] = server.sentTo(mapLayerCalls.read);
  expect(mapLayerCalls.read.input.safeParse(sent).success).toBe(true);
  expect(sent).toMatchObject({ layer: 'SIGNAL' });
  expect((await screen.findByLabelText<HTMLInputElement>('To')).value).toBe('06/30/2030');
});

test('an empty layer shows a notice, and a failed layer can be requested again', async () => {
  server.on(mapLayerCalls.read, () => aLayer({}, []));
  open('&layer=passes');
  expect(await screen.findByText('No data for this time. Choose other days.')).toBeTruthy();
  server.on(mapLayerCalls.read, () => {
    throw new Refused('internal');
  });
  await choose(screen.getByLabelText('Layer'), 'Interventions');
  const requests = server.sentTo(mapLayerCalls.read).length;
  await userEvent.click(await screen.findByText('Try again'));
  await waitFor(() => expect(server.sentTo(mapLayerCalls.read).length).toBeGreaterThan(requests));
});

test('a user without report rights gets no report layer, neither offered nor through the URL', async () => {
  open('&layer=passes', [mapList]);
  await userEvent.click(await screen.findByLabelText('Layer'));
  const options = [...document.querySelectorAll('.ant-select-item-option-content')];
  expect(options.map(({ textContent }) => textContent)).toEqual(['No layer', 'Weak signal']);
  expect(server.sentTo(mapLayerCalls.read)).toEqual([]);
});

test('no request is sent while no layer is selected or the layer does not exist', async () => {
  open('&layer=gold');
  expect(await screen.findByLabelText('Layer')).toBeTruthy();
  expect(server.sentTo(mapLayerCalls.read)).toEqual([]);
});
