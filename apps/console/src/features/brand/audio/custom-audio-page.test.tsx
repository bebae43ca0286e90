import { customAudioCalls, type CustomAudio } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { CustomAudioPage } from './custom-audio-page.tsx';

const audio: CustomAudio = {
  id: '01900000-0000-7000-8000-0000000000a1',
  company: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Mall' },
  name: 'Start',
  type: 'PROMPT',
  language: 'ge',
  audience: 'AGENT',
  agentLevel: 2,
  format: 'MP3',
  bytes: 20_480,
  seconds: 2.5,
  sampleRate: 44_100,
  channels: 1,
  loudness: -18.2,
  peak: -1.4,
  waveform: [0, 0.5, 1],
  spoken: null,
  isOwn: true,
  version: 1,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};

function world(row: CustomAudio = audio) {
  const server = fakeServer();
  server.on(customAudioCalls.list, () => ({ list: [row], total: 1 }));
  server.on(customAudioCalls.add, () => audio);
  server.on(customAudioCalls.update, () => audio);
  server.on(customAudioCalls.address, () => ({
    url: '/api/service/audio/play/token',
    expiresAt: '2030-01-01T00:10:00.000Z',
  }));
  return server;
}

test('a file is uploaded under its own name until a person writes another', async () => {
  const server = world();
  renderPage(<CustomAudioPage />);
  await userEvent.click(await screen.findByText('Upload audio'));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['x'], 'welcome.mp3', { type: 'audio/mpeg' });
  await userEvent.upload(within(dialog).getByLabelText('Choose a file'), file);
  await userEvent.click(within(dialog).getByText('Save'));
  await waitFor(() => expect(server.sentTo(customAudioCalls.add)).toHaveLength(1));
  expect(server.sentTo(customAudioCalls.add)[0]).toMatchObject({
    name: 'welcome',
    type: 'PROMPT',
    audience: 'OWN',
  });
});

test('a sound plays at the address that the server gives for it', async () => {
  world();
  renderPage(<CustomAudioPage />);
  await userEvent.click(await screen.findByLabelText('Play Start'));
  const dialog = await screen.findByRole('dialog');
  const player = await within(dialog).findByLabelText('Start');
  expect(player.getAttribute('src')).toBe('/api/service/audio/play/token');
  expect(dialog.textContent).toContain('-18.2 LUFS');
});

test('a file of a company above is heard but not changed, and its company is not named', async () => {
  world({ ...audio, company: null, isOwn: false, updatedBy: '' });
  renderPage(<CustomAudioPage />);
  expect(await screen.findByText('From a company above')).toBeTruthy();
  expect(screen.getByLabelText('Play Start')).toBeTruthy();
  expect(screen.queryByLabelText(/^More/)).toBeNull();
});
