import { receivedShareCalls, type ReceivedShare } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ReceivedPage } from './received-page.tsx';

const lobby: ReceivedShare = {
  id: 's-1',
  deviceId: 'd-1',
  nickname: 'Lobby',
  sn: 'J30-0007',
  model: 'J30',
  companyName: 'Mall',
  rights: ['VIDEO'],
  endsAt: null,
  givenBy: 'Lin',
  state: 'SLEEP',
};

test('a received share leads to the shared device and states its rights and giver', async () => {
  fakeServer().on(receivedShareCalls.list, () => ({ list: [lobby] }));
  renderPage(<ReceivedPage />);
  expect((await screen.findByText('Lobby')).getAttribute('href')).toBe('/shared/device?share=s-1');
  expect(screen.getByText('Video')).toBeTruthy();
  expect(screen.getByText('Asleep')).toBeTruthy();
  expect(screen.getByText('Permanent')).toBeTruthy();
  expect(screen.getByText('Mall, Lin')).toBeTruthy();
});

test('an account that received nothing is told so', async () => {
  fakeServer().on(receivedShareCalls.list, () => ({ list: [] }));
  renderPage(<ReceivedPage />);
  expect(await screen.findByText('Nothing is shared with you')).toBeTruthy();
});
