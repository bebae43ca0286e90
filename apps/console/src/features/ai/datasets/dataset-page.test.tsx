import { aiDatasetCalls, aiProjectCalls, pages, type AiDataset } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DatasetListPage } from './dataset-list-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const dataset: AiDataset = {
  id: id(1),
  projectId: id(2),
  projectName: 'Stains',
  number: 2,
  seed: 7,
  reviewedOnly: true,
  hash: 'ab'.repeat(32),
  classes: [],
  images: 40,
  parts: { TRAIN: 28, VALIDATION: 4, TEST: 8 },
  sites: 1,
  missing: 3,
  companies: [{ id: id(3), name: 'Mall', images: 40 }],
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'wei',
};

function world() {
  const server = fakeServer();
  server.on(aiProjectCalls.list, () => ({ list: [], total: 0 }));
  server.on(aiDatasetCalls.list, () => ({ list: [dataset, { ...dataset, id: id(4), number: 1 }], total: 2 }));
  server.on(aiDatasetCalls.difference, () => ({ added: 5, removed: 1, relabelled: 2, moved: 0, same: 32 }));
  server.on(aiDatasetCalls.export, () => new Uint8Array([1]));
  return server;
}

test('few sites and deleted images are said beside the figures', async () => {
  world();
  renderPage(<DatasetListPage />, pages.aiDatasets());
  expect(await screen.findByText('Stains, version 2')).toBeTruthy();
  expect(screen.getAllByText('Fewer than three sites: says nothing about other floors')).toHaveLength(2);
  expect(screen.getAllByText('3 deleted since')).toHaveLength(2);
  expect(screen.getAllByText('28 / 4 / 8')).toHaveLength(2);
});

test('a version is compared with the one before, and exported for one company', async () => {
  const server = world();
  renderPage(<DatasetListPage />, pages.aiDatasets());
  const menu = await screen.findByRole('button', { name: 'More actions for Stains, version 2' });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByText('Compare'));
  expect(await screen.findByText('Labelled differently')).toBeTruthy();
  expect(server.sentTo(aiDatasetCalls.difference)).toEqual([{ id: dataset.id, otherId: id(4) }]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(menu);
  await userEvent.click(await screen.findByText('Export as COCO, Mall'));
  expect(server.sentTo(aiDatasetCalls.export)).toEqual([
    { id: dataset.id, format: 'COCO', companyId: id(3) },
  ]);
});
