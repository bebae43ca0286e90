import {
  aiDatasetCalls,
  aiProjectCalls,
  aiTrainingCalls,
  pages,
  topics,
  type AiTrainingDetail,
} from '@sweepline/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { TrainingListPage } from './training-list-page.tsx';
import { TrainingPage } from './training-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const training: AiTrainingDetail = {
  id: id(1),
  projectId: id(2),
  projectName: 'Stains',
  datasetId: id(3),
  datasetNumber: 4,
  sites: 1,
  network: 'STANDARD',
  epochs: 40,
  rate: 0.002,
  augmentation: true,
  seed: 1,
  tilesPerClass: 500,
  state: 'RUNNING',
  epoch: 2,
  secondsLeft: 90,
  loss: 0.5,
  accuracy: 0.8,
  fault: null,
  modelId: null,
  modelNumber: null,
  againOfId: null,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'wei',
  startedAt: '2029-12-01T00:00:05.000Z',
  endedAt: null,
  epochList: [
    { epoch: 1, loss: 1.2, accuracy: 0.5, validation: 0.4 },
    { epoch: 2, loss: 0.5, accuracy: 0.8, validation: 0.7 },
  ],
  log: [{ at: '2029-12-01T00:00:05.000Z', kind: 'GOES_ON', number: 1 }],
};

function world(over: Partial<AiTrainingDetail> = {}) {
  const server = fakeServer();
  let current: AiTrainingDetail = { ...training, ...over };
  server.on(aiProjectCalls.list, () => ({ list: [], total: 0 }));
  server.on(aiDatasetCalls.list, () => ({ list: [], total: 0 }));
  server.on(aiTrainingCalls.list, () => ({ list: [current], total: 1 }));
  server.on(aiTrainingCalls.detail, () => current);
  server.on(aiTrainingCalls.cancel, () => (current = { ...current, state: 'CANCELLED' }));
  server.on(aiTrainingCalls.again, () => ({ ...current, id: id(9), state: 'WAITING' as const }));
  return { server, change: (next: Partial<AiTrainingDetail>) => (current = { ...current, ...next }) };
}

test('the list says how far a training is, and cancels it', async () => {
  const { server } = world();
  renderPage(<TrainingListPage />, pages.aiTrainings());
  expect(await screen.findByText(/Epoch 2 of 40/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Stains, version 4' }));
  await userEvent.click(await screen.findByText('Cancel training'));
  expect(server.sentTo(aiTrainingCalls.cancel)).toEqual([{ id: id(1) }]);
});

test('the page shows loss and accuracy, and follows the training', async () => {
  const socket = new FakeSocket();
  const { change } = world();
  renderPage(
    <SocketContext value={socket}>
      <TrainingPage />
    </SocketContext>,
    pages.aiTraining({ id: id(1) }),
  );
  expect(await screen.findByText('Fewer than three sites: says nothing about other floors')).toBeTruthy();
  expect(screen.getByText('Continued after epoch 1')).toBeTruthy();
  expect(screen.getAllByText('Validation').length).toBeGreaterThan(0);
  change({ state: 'DONE', epoch: 40, modelId: id(5), modelNumber: 3 });
  act(() => socket.push(topics.aiTrainings, { changes: [{ id: id(1) }] }));
  expect(await screen.findByRole('link', { name: 'AI model 3' })).toBeTruthy();
});

test('a failed training says why, and is repeated', async () => {
  const { server } = world({ state: 'FAILED', fault: 'TRAINER_ENDED' });
  renderPage(<TrainingPage />, pages.aiTraining({ id: id(1) }));
  expect(await screen.findByText('The training program ended three times by itself')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Stains, version 4' }));
  await userEvent.click(await screen.findByText('Train again with these settings'));
  expect(server.sentTo(aiTrainingCalls.again)).toEqual([{ id: id(1) }]);
});
