import { importPath } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, show } from '../../test-kit/index.ts';
// Loaded before the clock of a test runs: the page itself asks for it when it is needed.
import '../../features/chat-users/chat-code-page.tsx';
import { ImportPage } from './import-page.tsx';

beforeEach(() => void fakeServer());
const opened = (token: string) => show(<ImportPage />, importPath(token), null);

test('the picture on a profile leads a stranger to the code itself, to be given to the messaging app', async () => {
  opened('chat_k7pm-2wxr');
  expect(await screen.findByText('Link your messaging app', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText('K7PM-2WXR')).toBeTruthy();
  expect(screen.getByText('Copy the code')).toBeTruthy();
});

test('a code that lost a part on the way, and a token of no kind, are told so', async () => {
  const { unmount } = opened('chat_K7PM-2W');
  expect(await screen.findByText('This is no linking code', {}, { timeout: 10_000 })).toBeTruthy();
  unmount();
  opened('parcel_K7PM-2WXR');
  expect(await screen.findByText('This link leads nowhere')).toBeTruthy();
});
