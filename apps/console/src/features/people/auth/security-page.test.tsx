import { authCalls, sessionCalls, type OpenSession, type SignIn, fieldReason } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../kit/api/session.ts';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { browserName } from './browser-name.ts';
import { SecurityPage } from './security-page.tsx';
import texts from './texts/en.json';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const at = '2030-01-01T08:00:00.000Z';
const here: OpenSession = {
  id: 'here',
  createdAt: at,
  lastSeenAt: at,
  address: '192.0.2.1',
  agent: firefox,
  current: true,
  viewing: null,
};
const view: OpenSession = { ...here, id: 'view', current: false, viewing: 'mall.reader' };
const failed: SignIn = {
  id: 'f',
  kind: 'FAILED' as const,
  at,
  lastAt: at,
  times: 7,
  address: '198.51.100.9',
  agent: '',
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(sessionCalls.list, () => ({ list: [here, view], total: 2 }));
  server.on(sessionCalls.history, () => ({ list: [failed], total: 1 }));
});

test('the page lists all sessions and closes another session after a confirmation', async () => {
  server.on(sessionCalls.end, () => ({}));
  renderPage(<SecurityPage />);
  await screen.findByText(texts.thisSession);
  screen.getByText('Looking through mall.reader');
  expect(screen.getAllByText('Firefox · Linux')).toHaveLength(2);
  await userEvent.click(screen.getByText(texts.end));
  await userEvent.click(within(await screen.findByRole('dialog')).getByText(texts.end));
  await expect.poll(() => server.sentTo(sessionCalls.end)).toEqual([{ id: 'view' }]);
});

test('the sign-in history shows the number and the address of attempts', async () => {
  renderPage(<SecurityPage />);
  await screen.findByText('7 times');
  screen.getByText('198.51.100.9');
  screen.getByText(texts.kinds.FAILED);
});

test('a changed password signs out and passes the reason to the login page', async () => {
  server.on(authCalls.changePassword, () => ({}));
  renderPage(<SecurityPage />);
  await userEvent.click(await screen.findByText(texts.change));
  await userEvent.type(await screen.findByLabelText(texts.origin), 'right horse battery');
  await userEvent.type(screen.getByLabelText(texts.newPassword), 'wrong mule torch');
  await userEvent.type(screen.getByLabelText(texts.repeat), 'wrong mule torch');
  await userEvent.click(screen.getAllByText(texts.change).at(-1)!);
  await expect.poll(() => session.user()).toBeNull();
  expect(session.signOutReason()).toBe(texts.changed);
});

test('a wrong current password is reported at its field', async () => {
  server.on(authCalls.changePassword, () => {
    throw new Refused('invalid', { originPassword: fieldReason('PASSWORD_WRONG') });
  });
  renderPage(<SecurityPage />);
  await userEvent.click(await screen.findByText(texts.change));
  await userEvent.type(await screen.findByLabelText(texts.origin), 'not this one');
  await userEvent.type(screen.getByLabelText(texts.newPassword), 'wrong mule torch');
  await userEvent.type(screen.getByLabelText(texts.repeat), 'wrong mule torch');
  await userEvent.click(screen.getAllByText(texts.change).at(-1)!);
  await screen.findByText(texts.originWrong);
  expect(session.user()).not.toBeNull();
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari · iOS'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('%s is called %s', (agent, name) => expect(browserName(agent)).toBe(name));
