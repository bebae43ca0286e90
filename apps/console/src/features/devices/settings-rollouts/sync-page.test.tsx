import {
  deviceCalls,
  deviceGroupCalls,
  settingsProfileCalls,
  settingsRolloutCalls,
  type SettingsRollout,
} from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SettingsProfilePage, SettingsRolloutPage, SettingsSyncPage } from '../../../app/settings-pages.tsx';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';

const otter = aDevice({ nickname: 'Otter' });
const walrus = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', nickname: 'Walrus', sn: 'J30-0008' });
const seal = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a3', nickname: 'Seal', sn: 'J30-0009' });
const group = '0193f0c2-7a31-7c55-9d0e-0000000000e1';
const rollout: SettingsRollout = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000f1',
  kind: 'SYNC',
  state: 'STARTED',
  source: { id: otter.id, name: 'Otter' },
  model: 'J30',
  dueAt: null,
  startedAt: '2030-01-01T00:00:00.000Z',
  createdAt: '2030-01-01T00:00:00.000Z',
  by: 'wei',
  canceledBy: null,
  counts: { WAITING: 1 },
};
const targetOf = ({ id, nickname, sn, model }: typeof otter) => ({ id, nickname, sn, model });

function world() {
  const server = fakeServer();
  server.on(deviceCalls.detail, () => ({
    device: otter,
    live: aLiveDevice(),
    openAlarms: [],
    capabilities: [],
  }));
  server.on(deviceCalls.list, () => ({ list: [otter, walrus, seal], total: 3 }));
  server.on(deviceGroupCalls.options, () => ({ list: [], total: 0 }));
  server.on(settingsProfileCalls.list, () => ({ list: [], total: 0 }));
  server.on(settingsRolloutCalls.preview, ({ targetIds }) => ({
    model: 'J30' as const,
    targets: [walrus, seal]
      .filter(({ id }) => targetIds.includes(id))
      .map((device) => ({
        ...targetOf(device),
        state: 'ONLINE' as const,
        faults: [],
        verdict: device === walrus ? ('DIFFERENT' as const) : ('SAME' as const),
        differences: device === walrus ? [{ key: 'volume', before: 60, after: 30 }] : [],
      })),
  }));
  server.on(settingsRolloutCalls.start, () => rollout);
  return server;
}

test('an address with a source and a group selects the robots of the group except the source', async () => {
  const server = world();
  renderPage(<SettingsSyncPage />, `/?device=${otter.id}&group=${group}`);
  expect(await screen.findByText('1 change')).toBeTruthy();
  expect(screen.getByText('30%')).toBeTruthy();
  expect(screen.getByText('1 robot has these settings already.')).toBeTruthy();
  fireEvent.click(screen.getByText('Send to 1 robot'));
  await waitFor(() =>
    expect(server.sentTo(settingsRolloutCalls.start)).toEqual([
      { from: { deviceId: otter.id }, targetIds: [walrus.id, seal.id] },
    ]),
  );
});

test('the send button is hidden before a source and a target are chosen', async () => {
  world();
  renderPage(<SettingsSyncPage />);
  expect(await screen.findByText('Where from')).toBeTruthy();
  expect(screen.queryByText(/^To which/)).toBeNull();
  expect(screen.queryByText(/^Send to/)).toBeNull();
});

test('a rollout shows the progress of each robot and offers to send again to failed robots', async () => {
  const server = world();
  server.on(settingsRolloutCalls.detail, () => ({
    rollout,
    values: { volume: 30 },
    targets: [
      { ...targetOf(walrus), progress: 'FAILED' as const, code: 'BAD_PARAMS', faults: [] },
      { ...targetOf(seal), progress: 'APPLIED' as const, code: '', faults: [] },
    ],
  }));
  renderPage(<SettingsRolloutPage />, `/?id=${rollout.id}`);
  expect(await screen.findByText('failed')).toBeTruthy();
  const again = screen.getByText('Send again to 1 robot');
  expect(again.getAttribute('href')).toBe(`/group/sync?device=${otter.id}&target=${walrus.id}`);
});

test('a profile lists the robots that differ from it and links to apply it again', async () => {
  const server = world();
  const profile = {
    id: group,
    name: 'Night',
    remark: '',
    companyId: otter.companyId,
    companyName: 'Sweepline',
    model: 'J30' as const,
    values: { volume: 20 },
    devices: 2,
    drifted: 1,
    version: 1,
    updatedAt: '2030-01-01T00:00:00.000Z',
    updatedBy: 'wei',
  };
  server.on(settingsProfileCalls.detail, () => profile);
  server.on(settingsProfileCalls.drift, () => ({
    list: [
      {
        ...targetOf(walrus),
        profileId: group,
        profileName: 'Night',
        outdated: false,
        appliedAt: '2030-01-01T00:00:00.000Z',
        appliedBy: 'wei',
        syncState: 'IN_SYNC' as const,
        differing: [{ key: 'volume', wanted: 20, is: 80 }],
      },
    ],
    total: 1,
  }));
  renderPage(<SettingsProfilePage />, `/?id=${group}`);
  expect(await screen.findByText('80%')).toBeTruthy();
  expect((await screen.findByText('Apply again')).getAttribute('href')).toBe(
    `/group/sync?profile=${group}&target=${walrus.id}`,
  );
});
