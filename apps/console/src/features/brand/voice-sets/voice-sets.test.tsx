import {
  customAudioCalls,
  deviceCalls,
  deviceGroupCalls,
  voiceSetCalls,
  type Output,
  type RobotSounds,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DeviceSoundsTab } from './device-sounds-tab.tsx';
import { VoiceRolloutPage } from './voice-rollout-page.tsx';
import { VoiceSetPage } from './voice-set-page.tsx';

const setId = '01900000-0000-7000-8000-0000000000b1';
const robotId = '01900000-0000-7000-8000-0000000000d1';
const at = '2030-01-01T00:00:00.000Z';

const set: Output<typeof voiceSetCalls.detail> = {
  id: setId,
  company: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Mall' },
  name: 'Friendly',
  remark: '',
  languages: ['ge'],
  slots: 1,
  robots: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: 'wei',
  items: [
    {
      language: 'ge',
      slot: 'START',
      audio: { id: setId, name: 'Los', type: 'PROMPT', seconds: 2, bytes: 1000, loudness: -18 },
    },
  ],
};
const sounds: RobotSounds = {
  id: robotId,
  nickname: 'Otter',
  sn: 'J30C0001',
  model: 'J30',
  online: true,
  set: { id: setId, name: 'Friendly', outdated: true },
  appliedAt: at,
  appliedBy: 'wei',
  slots: [
    {
      slot: 'START',
      state: 'APPLIED',
      code: '',
      wanted: 'Los',
      plays: 'Los',
      drifted: false,
      since: at,
      count: 4,
    },
    {
      slot: 'FINISH',
      state: 'FAILED',
      code: 'HASH',
      wanted: 'Go',
      plays: '',
      drifted: false,
      since: null,
      count: null,
    },
    {
      slot: 'PROMO_1',
      state: 'APPLIED',
      code: '',
      wanted: 'Ad',
      plays: null,
      drifted: true,
      since: at,
      count: 0,
    },
  ],
  language: 'ge',
  volume: 20,
  quietHours: { from: '22:00', to: '07:00', volume: 20, inForce: true },
  lacks: false,
};

test('a set is saved with the file that a person removes from a slot', async () => {
  const server = fakeServer();
  server.on(voiceSetCalls.detail, () => set);
  server.on(voiceSetCalls.update, () => set);
  server.on(voiceSetCalls.robots, () => ({ list: [sounds], total: 1 }));
  server.on(customAudioCalls.list, () => ({ list: [], total: 0 }));
  const { container } = renderPage(<VoiceSetPage />, `/?id=${setId}`);
  const row = (await screen.findByRole('rowheader', { name: 'Start of a run' })).closest('tr')!;
  await userEvent.click(row.querySelector('.ant-select-clear')!);
  await userEvent.click(screen.getByText('Save voice set'));
  await waitFor(() => expect(server.sentTo(voiceSetCalls.update)).toHaveLength(1));
  expect(server.sentTo(voiceSetCalls.update)[0]).toMatchObject({ id: setId, version: 3, items: [] });
  const robots = container.querySelector('.voice-robots')!;
  expect(robots.textContent).toContain('File is damaged');
  expect(robots.textContent).toContain('The set was changed after this rollout.');
  expect(within(robots as HTMLElement).queryByText('Start of a run')).toBeNull();
});

test('the page of a robot shows what it plays in each slot, plays it, and tells the quiet hours', async () => {
  const server = fakeServer();
  server.on(voiceSetCalls.device, () => sounds);
  renderPage(<DeviceSoundsTab detail={{ device: { id: robotId } }} />);
  expect(await screen.findByText(/Quiet hours are in force: 22:00 to 07:00/)).toBeTruthy();
  expect(screen.getByText('a file from elsewhere')).toBeTruthy();
  expect(screen.getByText('the robot plays another file')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Play Start of a run'));
  await waitFor(() =>
    expect(server.sentTo(customAudioCalls.play)).toEqual([{ deviceId: robotId, slot: 'START' }]),
  );
});

test('a rollout of the robots’ own sounds is previewed before it is sent', async () => {
  const server = fakeServer();
  server.on(voiceSetCalls.list, () => ({ list: [set], total: 1 }));
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceGroupCalls.options, () => ({ list: [], total: 0 }));
  server.on(voiceSetCalls.preview, () => ({
    targets: [
      {
        id: robotId,
        nickname: 'Otter',
        sn: 'J30C0001',
        model: 'J30',
        state: 'ONLINE' as const,
        verdict: 'DIFFERENT' as const,
        language: 'ge' as const,
        differences: [{ slot: 'START', before: 'Los', after: '' }],
        missing: [],
      },
    ],
  }));
  renderPage(<VoiceRolloutPage />, `/?set=own&target=${robotId}`);
  expect(await screen.findByText('Start of a run: Los becomes the robot’s own sound')).toBeTruthy();
  await userEvent.click(screen.getByText('Roll out to 1 robot'));
  await waitFor(() =>
    expect(server.sentTo(voiceSetCalls.rollout)).toEqual([{ id: null, targetIds: [robotId] }]),
  );
});
