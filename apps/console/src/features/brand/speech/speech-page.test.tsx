import { deviceCalls, speechCalls, type Output } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { SpeechPage } from './speech-page.tsx';

const voices: Output<typeof speechCalls.list>['voices'] = [
  { id: 'en-us', language: 'en', name: 'English (US)' },
  { id: 'en-gb', language: 'en', name: 'English (UK)' },
  { id: 'de', language: 'ge', name: 'Deutsch' },
];

function world(engine: 'EMBEDDED' | null = 'EMBEDDED') {
  const server = fakeServer();
  server.on(speechCalls.list, () => ({ engine, version: '0.3.5', voices: engine ? voices : [] }));
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(speechCalls.preview, () => ({
    sounds: [
      {
        language: 'ge' as const,
        text: 'Guten Tag',
        seconds: 1.5,
        loudness: -18,
        peak: -1,
        waveform: [1],
        audio: '',
      },
    ],
  }));
  server.on(speechCalls.convert, () => ({ list: [] }));
  return server;
}

test('a text is heard before it is kept, and a change has to be heard again', async () => {
  const server = world();
  renderPage(<SpeechPage />);
  await userEvent.type(await screen.findByLabelText('Text in Deutsch'), 'Guten Tag');
  expect(screen.queryByText('Keep 1 file')).toBeNull();
  await userEvent.click(screen.getByText('Speak and listen'));
  expect(await screen.findByText('Guten Tag', { selector: 'span' })).toBeTruthy();
  expect(server.sentTo(speechCalls.preview)).toEqual([
    { type: 'PROMPT', speed: 100, pitch: 50, texts: [{ language: 'ge', voice: 'de', text: 'Guten Tag' }] },
  ]);
  await userEvent.type(screen.getByLabelText('Name of the audio'), 'Hello');
  await userEvent.click(screen.getByText('Keep 1 file'));
  await waitFor(() => expect(server.sentTo(speechCalls.convert)).toHaveLength(1));
  expect(server.sentTo(speechCalls.convert)[0]).toMatchObject({ name: 'Hello', audience: 'OWN' });
  await userEvent.type(screen.getByLabelText('Text in Deutsch'), '!');
  expect(screen.queryByText('Keep 1 file')).toBeNull();
});

test('a server without a way to speech says so, and what to do', async () => {
  world(null);
  renderPage(<SpeechPage />);
  expect(await screen.findByText('No way to speech is set up')).toBeTruthy();
});
