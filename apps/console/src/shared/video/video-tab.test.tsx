import { videoCalls } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SocketContext } from '../../kit/api/use-live.ts';
import { aDevice } from '../../test-kit/a-device.ts';
import { aLiveDevice } from '../../test-kit/a-live-device.ts';
import { FakeSocket } from '../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { VideoTab } from './video-tab.tsx';

const device = aDevice();
const at = '2030-01-01T00:00:00.000Z';

test.each([
  ['on', { value: true, at }, true],
  ['off', { value: false, at }, false],
  ['unknown', null, false],
  ['missing', undefined, false],
])('a light whose reported state is %s is named only while it is on', async (_name, cameraLight, isNamed) => {
  const right = {
    right: 'COMPANY' as const,
    reasonDue: false,
    isAllowed: true,
    hasConsent: true,
    cameras: ['FRONT' as const],
  };
  fakeServer().on(videoCalls.standing, () => ({ ...right, supported: true, sessions: [], at }));
  const { connection, ...rest } = aLiveDevice();
  const live = { ...rest, connection: { ...connection, state: 'ONLINE' as const }, cameraLight };
  renderPage(
    <SocketContext value={new FakeSocket()}>
      <VideoTab detail={{ device, live }} />
    </SocketContext>,
  );
  await screen.findByRole('button', { name: 'Front' });
  const text = screen.queryByText('A light on the robot shows that it is watched');
  expect(text !== null).toBe(isNamed);
});
