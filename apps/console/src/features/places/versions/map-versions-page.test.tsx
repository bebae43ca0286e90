import {
  mapCalls,
  mapVersionCalls,
  permissions,
  type MapDetail,
  type MapVersionRow,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { MapVersionsPage } from './map-versions-page.tsx';

const id = '0193f0c2-7a31-7c55-9d0e-0000000000b1';
const ground = { file: 'f', width: 4, height: 3, resolution: 0.05, originX: 0, originY: 0 };
const at = '2030-01-01T00:00:00.000Z';
const elements = { zones: [], walls: [], points: [], segments: [], slopes: [], bumps: [] };
const aVersion = (version: number): MapVersionRow => ({
  mapId: id,
  version,
  parentVersion: version - 1 || null,
  origin: 'CLOUD',
  note: '',
  device: null,
  ground,
  elementCount: 0,
  conflict: null,
  current: version === 60,
  createdAt: at,
  createdBy: 'Ann',
});
const map: MapDetail = {
  id,
  name: 'Hall',
  companyId: 'c',
  companyName: 'Mall',
  site: null,
  floor: null,
  origin: 'IMPORTED',
  ground,
  freeM2: 3,
  zoneCount: 0,
  devices: [],
  createdAt: at,
  updatedAt: at,
  updatedBy: 'Ann',
  version: 60,
  revision: 1,
  mode: 'IMPORTED',
  statuses: [],
  hasDraft: false,
  hasConflict: false,
  elements,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  server = fakeServer();
  server.on(mapCalls.detail, () => map);
  server.on(mapVersionCalls.detail, ({ version }) => ({ ...aVersion(version), mapName: 'Hall', elements }));
  server.on(mapVersionCalls.list, ({ page = 1, pageSize = 20 }) => ({
    list: Array.from({ length: 60 }, (_, n) => aVersion(60 - n)).slice(
      (page - 1) * pageSize,
      page * pageSize,
    ),
    total: 60,
  }));
});

const versions = () => screen.queryAllByText(/^Version \d+$/, { selector: 'strong' });

test('an old version can be shown when many newer versions exist', async () => {
  renderPage(<MapVersionsPage />, `/?id=${id}`, userWith(permissions.mapList));
  await waitFor(() => expect(versions()).toHaveLength(50));
  await userEvent.click(screen.getByText('Older versions'));
  await waitFor(() => expect(versions()).toHaveLength(60));
  expect(screen.queryByText('Older versions')).toBeNull();
  await userEvent.click(screen.getByText('Version 1', { selector: 'strong' }));
  await waitFor(() =>
    expect(server.sentTo(mapVersionCalls.detail)).toContainEqual({ mapId: id, version: 1 }),
  );
  expect(await screen.findByText('This is the first version. Nothing precedes it.')).toBeTruthy();
  expect(screen.queryByText('Nothing differs between these versions.')).toBeNull();
});
