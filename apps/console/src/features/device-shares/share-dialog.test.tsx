import { deviceShareCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { aPerson, fakeServer, Refused, renderPage, typeDate } from '../../test-kit/index.ts';
import { ShareDialog } from './share-dialog.tsx';

test('a chosen end is a moment in the user’s time zone, not in the browser’s', async () => {
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
