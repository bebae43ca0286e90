import { chatUserCalls, companyCalls, permissions, type ChatUser } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { ChatUserListPage } from './chat-user-list-page.tsx';

const wei: ChatUser = {
  id: 'c-1',
  app: 'WECHAT',
  name: 'Wei',
  accountId: 'a-1',
  username: 'mall.admin',
  nickname: 'Lin Wei',
  companyId: 'm-1',
  companyName: 'Mall',
  state: 'LINKED',
  linkedAt: '2030-01-01T00:00:00.000Z',
  unlinkedAt: null,
  unlinkedBy: null,
};

function world(row: ChatUser = wei) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(chatUserCalls.list, () => ({ list: [row], total: 1 }));
  server.on(chatUserCalls.unlink, () => ({}));
  return server;
}

test('unlinking is confirmed with the name and then done', async () => {
  const server = world();
  renderPage(<ChatUserListPage />);
  await userEvent.click(await screen.findByText('Unlink'));
  expect(screen.getByText('Unlink Wei of WeChat?')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Unlink').at(-1)!);
  await waitFor(() => expect(server.sentTo(chatUserCalls.unlink)).toEqual([{ id: 'c-1' }]));
});

test('a read-only user and an ended link have no unlink button', async () => {
  world();
  const { unmount } = renderPage(<ChatUserListPage />, '/', userWith(permissions.chatUsers));
  expect(await screen.findByText('Lin Wei')).toBeTruthy();
  expect(screen.queryByText('Unlink')).toBeNull();
  unmount();
  world({ ...wei, state: 'UNLINKED', unlinkedAt: '2030-01-02T00:00:00.000Z', unlinkedBy: 'admin' });
  renderPage(<ChatUserListPage />);
  expect(await screen.findByText('by admin')).toBeTruthy();
  expect(screen.queryByText('Unlink')).toBeNull();
});

test('the published URL of one company’s users filters the list by it', async () => {
  const server = world();
  const company = '0193f0c2-7a31-7c55-9d0e-000000000009';
  renderPage(<ChatUserListPage />, `/?company=${company}`);
  await waitFor(() => expect(server.sentTo(chatUserCalls.list).at(-1)).toMatchObject({ companyId: company }));
});
