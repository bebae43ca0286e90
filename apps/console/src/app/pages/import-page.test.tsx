import { importPath } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
// Imported here so that the lazy import of the page does not count towards the test's timeout.
import '../../features/people/chat-users/chat-code-page.tsx';
import { ImportPage } from './import-page.tsx';

beforeEach(() => void fakeServer());
const opened = (token: string) => renderPage(<ImportPage />, importPath(token), null);

test('a chat link shows a signed-out visitor the code to copy into the messaging app', async () => {
  opened('chat_k7pm-2wxr');
  expect(await screen.findByText('Link your messaging app', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText('K7PM-2WXR')).toBeTruthy();
  expect(screen.getByText('Copy the code')).toBeTruthy();
});

test('an incomplete code and a token of an unknown kind each show an error', async () => {
  const { unmount } = opened('chat_K7PM-2W');
  expect(await screen.findByText('This is no linking code', {}, { timeout: 10_000 })).toBeTruthy();
  unmount();
  opened('parcel_K7PM-2WXR');
  expect(await screen.findByText('This link leads nowhere')).toBeTruthy();
});
