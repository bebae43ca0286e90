import { deviceShareCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aPerson, fakeServer, Refused, renderPage, typeDate } from '../../../test-kit/index.ts';
import { ShareDialog } from './share-dialog.tsx';

afterEach(() => {
  vi.useRealTimers();
});

test('a chosen end is a moment in the user’s time zone, not in the browser’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-05-01T00:00:00.000Z') });
  const server = fakeServer();
  server.on(deviceShareCalls.find, () => ({ username: 'mei.chen', nickname: 'Mei' }));
  server.on(deviceShareCalls.create, () => {
    throw new Refused('notFound');
  });
  const person = aPerson({ profile: { timezone: 'Pacific/Auckland' } });
  renderPage(<ShareDialog device={aDevice()} onClose={() => {}} />, '/', person);
  await userEvent.type(await screen.findByLabelText('Account name'), 'mei.chen');
  await userEvent.click(screen.getByText('Custom'));
  const field = await screen.findByLabelText<HTMLInputElement>('Ends');
  typeDate(field, '2031-07-01 10:30');
  expect(field.value).toBe('07/01/2031 10:30');
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() =>
    expect(server.sentTo(deviceShareCalls.create)).toMatchObject([
      { term: 'CUSTOM', endsAt: '2031-06-30T22:30:00.000Z' },
    ]),
  );
});

test.each([
  ['Mei', 'This is Mei.'],
  [null, 'mei.chen is an account of another company.'],
])('an account that was found with the display name %s is shown', async (nickname, sentence) => {
  const server = fakeServer();
  server.on(deviceShareCalls.find, () => ({ username: 'mei.chen', nickname }));
  renderPage(<ShareDialog device={aDevice()} onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText('Account name'), 'mei.chen');
  await userEvent.tab();
  expect(await screen.findByText(sentence)).toBeTruthy();
});
