import { aiModelCalls, aiProjectCalls, pages, type AiFigures, type AiModelDetail } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ModelListPage } from './model-list-page.tsx';
import { ModelPage } from './model-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const figures = (f1: number): AiFigures => ({
  count: 20,
  accuracy: f1,
  f1,
  classes: [
    { count: 10, precision: 0.9, recall: 0.8, f1 },
    { count: 10, precision: null, recall: 0, f1: 0.31 },
  ],
  confusion: [
    [8, 2],
    [7, 3],
  ],
});
const model: AiModelDetail = {
  id: id(1),
  projectId: id(2),
  projectName: 'Stains',
  datasetId: id(3),
  datasetNumber: 4,
  trainingId: id(4),
  number: 2,
  state: 'EVALUATED',
  network: 'SMALL',
  classes: [
    { id: 'clean', name: 'Clean', colour: '#64748b' },
    { id: 'liquid', name: 'Liquid', colour: '#2563eb' },
  ],
  sites: 1,
  f1: 0.72,
  baselineF1: 0.66,
  sha256: 'ab'.repeat(32),
  bytes: 90_000,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'wei',
  settings: { network: 'SMALL', epochs: 9, rate: 0.002, augmentation: true, seed: 1, tilesPerClass: 50 },
  codeVersion: 'floor-net 1',
  datasetHash: 'cd'.repeat(32),
  images: 90,
  missing: 3,
  threshold: 0.5,
  figures: figures(0.72),
  baseline: figures(0.66),
  bySite: [{ siteId: id(6), siteName: null, figures: figures(0.72) }],
  byCamera: [{ camera: 'DOWN', figures: figures(0.72) }],
  worst: [{ imageId: id(8), tile: 17, truth: 1, found: 0, probability: 0.04 }],
  gate: [{ code: 'CLASS_WEAK', classId: 'liquid', name: 'Liquid', f1: 0.31 }],
  approvedAt: null,
  approvedBy: '',
  retiredAt: null,
  retiredBy: '',
};

function world() {
  const server = fakeServer();
  const other = { ...model, id: id(7), number: 1, figures: figures(0.51) };
  server.on(aiProjectCalls.list, () => ({ list: [], total: 0 }));
  server.on(aiModelCalls.list, () => ({ list: [model, other], total: 2 }));
  server.on(aiModelCalls.detail, () => model);
  server.on(aiModelCalls.compare, () => ({ one: model, other }));
  server.on(aiModelCalls.approve, () => ({ ...model, state: 'APPROVED' as const }));
  return server;
}

test('the list shows F1 beside the baseline, and says when there are few sites', async () => {
  const server = world();
  renderPage(<ModelListPage />, pages.aiModels());
  expect(await screen.findByText('Stains, AI model 2')).toBeTruthy();
  expect(screen.getAllByText('Fewer than three sites: says nothing about other floors')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Stains, AI model 2' }));
  await userEvent.click(await screen.findByText('Approve'));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(server.sentTo(aiModelCalls.approve)).toEqual([{ id: id(1) }]);
});

test('the card has figures by class, site and camera, and what prevents an approval', async () => {
  world();
  renderPage(<ModelPage />, pages.aiModel({ id: id(1) }));
  expect(await screen.findByText('Liquid is recognised too badly (F1 0.31).')).toBeTruthy();
  expect(screen.getByText('3 deleted since')).toBeTruthy();
  expect(screen.getByText('Site of another company')).toBeTruthy();
  // One note for each table of figures, and that of the page.
  expect(screen.getAllByText('Fewer than three sites: says nothing about other floors')).toHaveLength(5);
  expect(screen.getByRole('link', { name: 'Row 2, column 2' })).toBeTruthy();
  const confusion = screen.getByRole('heading', { name: 'Confusion' }).closest('section')!;
  expect(within(confusion).getByRole('row', { name: 'Clean floor 8 2' })).toBeTruthy();
});

test('another model of the same version stands beside it', async () => {
  const server = world();
  renderPage(<ModelPage />, pages.aiModel({ id: id(1), otherId: id(7) }));
  expect(await screen.findByText('F1 score of Stains, AI model 1')).toBeTruthy();
  expect(screen.getAllByText('0.51').length).toBeGreaterThan(0);
  expect(server.sentTo(aiModelCalls.compare)).toEqual([{ id: id(1), otherId: id(7) }]);
});
