import type { Place } from '@sweepline/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { clusterPlaces, stateOfPlaces } from './clusters.ts';
import { placeLabels } from './labels.ts';
import { loadLand } from './land.ts';
import { PlaceList } from './place-list.tsx';
import { PlacesMap } from './places-map.tsx';
import { longitudeArc, projectionFor } from './projection.ts';

const aPlace = (id: string, changes: Partial<Place> = {}): Place => ({
  id,
  name: `Site ${id}`,
  address: '',
  companyName: 'Mall',
  country: 'DE',
  latitude: 50,
  longitude: 7,
  devices: 2,
  online: 1,
  working: 0,
  alarmLevel: 0,
  ...changes,
});
const cologne = aPlace('cologne', { latitude: 50.95, longitude: 6.96 });
const dusseldorf = aPlace('dusseldorf', { latitude: 51.22, longitude: 6.77, working: 1 });
const shanghai = aPlace('shanghai', { latitude: 31.2, longitude: 121.35, devices: 9 });

// jsdom has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(450);
});

test('the arc of longitudes is the shortest one, also over the date line', () => {
  expect(longitudeArc([7, 121])).toEqual({ west: 7, degrees: 114 });
  expect(longitudeArc([170, -170])).toEqual({ west: 170, degrees: 20 });
  expect(longitudeArc([5])).toEqual({ west: 5, degrees: 0 });
});

test.each([
  ['one place', [cologne]],
  ['a town', [cologne, dusseldorf]],
  ['two continents', [cologne, shanghai]],
  ['both sides of the date line', [aPlace('a', { longitude: 179 }), aPlace('b', { longitude: -179 })]],
])('%s are inside the picture', (_name, places) => {
  const size = { width: 800, height: 450 };
  const spots = places.map(({ latitude, longitude }) => ({
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
  }));
  const projection = projectionFor(spots, size);
  for (const { latitude, longitude } of spots) {
    const [x, y] = projection([longitude, latitude]) ?? [];
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(size.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(size.height);
  }
});

test('places nearer than the distance are one cluster, and no place is lost', () => {
  const points = [0, 10, 20, 100].map((x) => ({ place: aPlace(`${x}`), x, y: 0 }));
  const clusters = clusterPlaces(points, 30);
  expect(clusters.map(({ places }) => places.length).toSorted()).toEqual([1, 3]);
  const many = Array.from({ length: 1_000 }, (_, n) => ({
    place: aPlace(`${n}`),
    x: (n * 37) % 800,
    y: (n * 91) % 450,
  }));
  const total = clusterPlaces(many, 44).reduce((sum, { places }) => sum + places.length, 0);
  expect(total).toBe(1_000);
});

test('an alarm is the state of a cluster, before work and before the connection', () => {
  expect(stateOfPlaces([cologne, dusseldorf])).toBe('working');
  expect(stateOfPlaces([cologne, aPlace('a', { alarmLevel: 3 })])).toBe('alarm');
  expect(stateOfPlaces([aPlace('a', { alarmLevel: 2, online: 0 })])).toBe('offline');
  expect(stateOfPlaces([aPlace('a', { devices: 0, online: 0 })])).toBe('empty');
});

test('a label covers neither a mark nor another label', () => {
  const cluster = (key: string, x: number, y = 50) => ({ key, x, y, places: [aPlace(key)] });
  const options = { width: 200, line: 20, radius: 10 };
  const sides = (...clusters: ReturnType<typeof cluster>[]) =>
    Object.fromEntries(placeLabels(clusters, () => 'Name', options));
  expect(sides(cluster('a', 20))).toEqual({ a: { side: 'right' } });
  expect(sides(cluster('a', 180))).toEqual({ a: { side: 'left' } });
  expect(sides(cluster('a', 60), cluster('b', 90))).toEqual({ a: { side: 'left' }, b: { side: 'right' } });
});

test('a click opens a cluster into its places, and a place is opened by keyboard', async () => {
  const opened: string[] = [];
  render(<PlacesMap places={[cologne, dusseldorf, shanghai]} onOpen={({ id }) => opened.push(id)} />);
  await userEvent.click(screen.getByRole('button', { name: /^2 places · Cleaning · 2 of 4 robots online/ }));
  const inside = await screen.findByRole('button', { name: /Site cologne/ });
  expect(screen.queryByRole('button', { name: /Site shanghai/ })).toBeNull();
  inside.focus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['cologne']);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: /Site shanghai/ })).toBeTruthy();
});

test('places at one spot open as a list', async () => {
  const opened: string[] = [];
  const neighbour = { ...cologne, id: 'neighbour', name: 'Site neighbour' };
  render(<PlacesMap places={[cologne, neighbour, shanghai]} onOpen={({ id }) => opened.push(id)} />);
  await userEvent.click(screen.getByRole('button', { name: /^2 places/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Site neighbour' }));
  expect(opened).toEqual(['neighbour']);
});

test('without a handler the map has no controls', () => {
  render(<PlacesMap places={[cologne, shanghai]} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('img', { name: /Site cologne/ })).toBeTruthy();
});

test('places without coordinates are listed with their state', () => {
  render(<PlaceList places={[aPlace('nowhere', { latitude: null, longitude: null })]} />);
  expect(screen.getByText('Site nowhere')).toBeTruthy();
  expect(screen.getByText('Ready · 1 of 2 robots online')).toBeTruthy();
});

test('both outlines contain land and no borders', async () => {
  for (const detail of ['coarse', 'fine'] as const) {
    const land = await loadLand(detail);
    expect(land.length).toBeGreaterThan(0);
    const latitudes = land.flatMap(({ coordinates }) => coordinates.flat().map(([, latitude]) => latitude));
    expect(Math.min(...latitudes.map(Number))).toBeGreaterThan(-60);
  }
});
