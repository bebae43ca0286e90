import { deviceCalls, permissions } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCommand } from '../../../../test-kit/a-command.ts';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { DeviceCertificate } from './device-certificate.tsx';

const device = aDevice();
const until = '2031-01-01T12:00:00.000Z';

test('a renewal is requested after a confirmation that names the robot', async () => {
  const server = fakeServer();
  server.on(deviceCalls.rotateCredential, () => aCommand({ type: 'device.rotateCredential' }));
  renderPage(<DeviceCertificate device={device} until={until} />);
  await userEvent.click(await screen.findByText('Renew'));
  expect(screen.getByText('Renew the certificate of Lobby?')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Renew').at(-1)!);
  await waitFor(() => expect(server.sentTo(deviceCalls.rotateCredential)).toEqual([{ id: device.id }]));
  await waitFor(() => expect(screen.queryByText('Renew the certificate of Lobby?')).toBeNull());
});

test('a reader sees the end of the certificate and no renewal', () => {
  fakeServer();
  renderPage(<DeviceCertificate device={device} until={until} />, '/', userWith(permissions.deviceList));
  expect(screen.getByText(/^until /)).toBeTruthy();
  expect(screen.queryByText('Renew')).toBeNull();
});
