import { companyCalls, fileCalls, mapCalls, siteCalls, fieldReason } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap } from '../map-page/a-map.ts';
import { MapImportPage } from './map-import-page.tsx';

const { ground } = aMap();
const picture = new File(['P5\n2 2\n255\n', new Uint8Array(4)], 'north_hall.pgm');
const yaml = new File(['image: north_hall.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n'], 'north_hall.yaml');

const previewWith = (notes: object = {}) => ({
  ground,
  notes: { savedUnknownCells: 0, opacityCells: 0, turnedRad: null, turnedCells: 0, ...notes },
  freeM2: 426,
  occupiedM2: 15,
  unknownM2: 3,
  zones: [],
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on({ ...fileCalls.read, path: `file/${ground.file}` }, () => ({}));
  server.on(mapCalls.preview, () => previewWith());
});

const slot = (title: string) => screen.getByText(title).closest('li')!;
const choose = (title: string, file: File) =>
  userEvent.upload(slot(title).querySelector('input')!, file, { applyAccept: false });
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import map' });

test('picture and YAML are previewed in numbers before anything is stored, then stored under a name', async () => {
  server.on(mapCalls.import, ({ name }) => aMap({ name }));
  const { router } = renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  expect(importButton().disabled).toBe(true);
  await choose('Map data', yaml);
  expect(await screen.findByText('Free floor')).toBeTruthy();
  expect(screen.getByText('426')).toBeTruthy();
  expect(server.sentTo(mapCalls.import)).toEqual([]);

  const name = screen.getByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('north hall');
  await userEvent.clear(name);
  await userEvent.type(name, 'North hall');
  await userEvent.click(importButton());
  await waitFor(() => expect(router.state.location.pathname).toBe('/dataManage/mapDetail'));
  const [sent] = server.sentTo(mapCalls.import) as Record<string, unknown>[];
  expect(sent).toMatchObject({ name: 'North hall' });
  expect([sent?.picture, sent?.yaml].map((file) => (file as File).name)).toEqual([
    'north_hall.pgm',
    'north_hall.yaml',
  ]);
});

test('a file that is not a picture shows its error at its slot and is not sent', async () => {
  renderPage(<MapImportPage />);
  await choose('Floor picture', new File(['JFIF'], 'photo.pgm'));
  await choose('Map data', yaml);
  expect(await within(slot('Floor picture')).findByText('Neither a PGM nor a PNG picture')).toBeTruthy();
  expect(within(slot('Map data')).queryByRole('alert')).toBeNull();
  expect(server.sentTo(mapCalls.preview)).toEqual([]);
});

test('an error of the server is shown at the file it is about until the file is replaced', async () => {
  server.on(mapCalls.preview, () => {
    throw new Refused('mapFile', { yaml: fieldReason('THRESHOLDS_CROSSED') });
  });
  renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  await choose('Map data', yaml);
  expect(await within(slot('Map data')).findByText(/free_thresh must be below/)).toBeTruthy();
  expect(within(slot('Floor picture')).queryByRole('alert')).toBeNull();
  expect(importButton().disabled).toBe(true);

  server.on(mapCalls.preview, () => previewWith());
  await choose('Map data', yaml);
  expect(await screen.findByText('Free floor')).toBeTruthy();
  expect(within(slot('Map data')).queryByRole('alert')).toBeNull();
});

test('a preview without notes has no section for them', async () => {
  renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  await choose('Map data', yaml);
  expect(await screen.findByText('Free floor')).toBeTruthy();
  expect(screen.queryByText('How the files were read')).toBeNull();
});

test('the preview tells a turn, and the cells that changed or that nav2 reads differently', async () => {
  server.on(mapCalls.preview, () =>
    previewWith({ turnedRad: Math.PI / 6, turnedCells: 1_204, opacityCells: 1 }),
  );
  renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  await choose('Map data', yaml);
  const notes = within(await screen.findByRole('region', { name: 'How the files were read' }));
  expect(
    notes.getByText('The map was turned by 30 deg and is upright now. 1,204 cells have changed.'),
  ).toBeTruthy();
  expect(notes.getByText(/^Nav2 reads 1 cell differently/)).toBeTruthy();
  expect(notes.queryByRole('group')).toBeNull();
});

test('the preview asks what grey 205 is, is read again with the answer, and the map is stored with it', async () => {
  server.on(mapCalls.preview, ({ savedUnknown }) => ({
    ...previewWith({ savedUnknownCells: 3_000 }),
    freeM2: savedUnknown === 'FREE' ? 900 : 426,
  }));
  server.on(mapCalls.import, ({ name }) => aMap({ name }));
  const { router } = renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  await choose('Map data', yaml);
  expect(await screen.findByText(/^3,000 cells have the grey of unmapped floor/)).toBeTruthy();
  expect(screen.getByText('426')).toBeTruthy();
  const choice = within(screen.getByRole('group', { name: 'Cells of grey 205' }));
  expect(choice.getByRole('button', { name: 'Unknown' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(choice.getByRole('button', { name: 'Free floor' }));
  expect(await screen.findByText('900')).toBeTruthy();
  await userEvent.click(importButton());
  await waitFor(() => expect(router.state.location.pathname).toBe('/dataManage/mapDetail'));
  expect(server.sentTo(mapCalls.import)).toMatchObject([{ savedUnknown: 'FREE' }]);
});

test('other files are asked again what grey 205 is', async () => {
  server.on(mapCalls.preview, () => previewWith({ savedUnknownCells: 1 }));
  renderPage(<MapImportPage />);
  await choose('Floor picture', picture);
  await choose('Map data', yaml);
  await userEvent.click(await screen.findByRole('button', { name: 'Free floor' }));
  await waitFor(() => expect(server.sentTo(mapCalls.preview)).toHaveLength(2));
  await choose('Map data', yaml);
  await waitFor(() => expect(server.sentTo(mapCalls.preview)).toHaveLength(3));
  const sent = server.sentTo(mapCalls.preview) as { savedUnknown?: string }[];
  expect(sent.map(({ savedUnknown }) => savedUnknown)).toEqual([undefined, 'FREE', undefined]);
});
