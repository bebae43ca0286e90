import { companyCalls, mapCalls, permissions, siteCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap } from '../map-page/a-map.ts';
import { MapListPage } from './map-list-page.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  // jsdom has no IntersectionObserver, so no picture is ever in view.
  window.IntersectionObserver = class {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
  server = fakeServer();
  const site = {
    id: '0193f0c2-7a31-7c55-9d0e-0000000000c1',
    companyId: '',
    companyName: '',
    name: 'Harbour Mall',
  };
  server.on(siteCalls.list, () => ({
    list: [{ ...site, address: '', timezone: '', latitude: null, longitude: null, floors: [] }],
    total: 1,
  }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(mapCalls.list, () => ({ list: [aMap()], total: 1 }));
});

test('a map is shown with its place and links to its page, as picture and as row', async () => {
  renderPage(<MapListPage />);
  const link = await screen.findByText<HTMLAnchorElement>('Ground floor');
  expect(link.getAttribute('href')).toBe(`/dataManage/mapDetail?id=${aMap().id}`);
  expect(screen.getByText('Harbour Mall · 1F')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('List'));
  expect((await screen.findByText('Ground floor')).closest('tr')).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe('?view=list');
});

test('the URL holds the filters', async () => {
  renderPage(<MapListPage />, `/?siteId=${aMap().site?.id}&sort=-updatedAt`);
  await waitFor(() =>
    expect(server.sentTo(mapCalls.list)).toEqual([
      { siteId: aMap().site?.id, sort: '-updatedAt', page: 1, pageSize: 20 },
    ]),
  );
});

test('the delete dialog names the map, and a refused deletion keeps it', async () => {
  server.on(mapCalls.remove, () => {
    throw new Refused('mapInUse');
  });
  renderPage(<MapListPage />);
  await userEvent.click(await screen.findByLabelText('More actions for Ground floor'));
  await userEvent.click(await screen.findByText('Delete'));
  expect(await screen.findByText('Delete the map Ground floor?')).toBeTruthy();
  await userEvent.click(screen.getByText('Delete', { selector: '.sl-button-danger' }));
  expect(await screen.findByText('The map is in use')).toBeTruthy();
  expect(screen.getByText('Ground floor')).toBeTruthy();
});

test('a reader sees maps and their versions and no action that changes them', async () => {
  renderPage(<MapListPage />, '/', userWith(permissions.mapList));
  expect(await screen.findByText('Ground floor')).toBeTruthy();
  expect(screen.queryByText('Import map')).toBeNull();
  await userEvent.click(screen.getByLabelText('More actions for Ground floor'));
  expect(await screen.findByText('Versions')).toBeTruthy();
  for (const act of ['Edit zones', 'Rename', 'Delete']) expect(screen.queryByText(act)).toBeNull();
});

test('a map is exported from the list in three formats, named by its name and version', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  URL.createObjectURL = () => 'blob:';
  URL.revokeObjectURL = () => {};
  server.on(mapCalls.list, () => ({ list: [{ ...aMap(), name: 'Hall / east', version: 4 }], total: 1 }));
  const others = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    String(url).includes(mapCalls.export.path)
      ? Promise.resolve(new Response(new Uint8Array(3)))
      : others(url, init);
  renderPage(<MapListPage />, '/', userWith(permissions.mapList));
  for (const form of [
    'Save as map bundle (zip)',
    'Save as ROS map (PGM and YAML)',
    'Save as LIF layout (JSON)',
  ]) {
    await userEvent.click(await screen.findByLabelText('More actions for Hall / east'));
    await userEvent.click(await screen.findByText(form));
    expect(await screen.findAllByText(/^Saved the map/)).not.toEqual([]);
  }
  // The values of the picture differ from those of the imported one.
  expect(screen.getByText(/254 for free floor, also where the imported picture had 255/)).toBeTruthy();
  await waitFor(() =>
    expect(names).toEqual(['Hall_east_v4.zip', 'Hall_east_v4_ros.zip', 'Hall_east_v4.lif.json']),
  );
});
