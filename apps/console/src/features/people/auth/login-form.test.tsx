import { authCalls, errors, fieldReason } from '@sweepline/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../kit/api/session.ts';
import { aPerson, fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { LoginForm } from './login-form.tsx';
import texts from './texts/en.json';

const confirmation = {
  needConfirm: true as const,
  confirmToken: 'to-go-on',
  address: '192.0.2.1',
  since: '2030-01-01T08:00:00.000Z',
  lastSeenAt: '2030-01-01T09:00:00.000Z',
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
};
const newcomer = aPerson({ mustChangePassword: true, username: 'li.wei', userId: 'person-2' });

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  history.replaceState(null, '', '/login?back=%2Fdevices');
});

const type = async (label: string, text: string) =>
  await userEvent.type(await screen.findByLabelText(label), text);
const click = async (name: string) =>
  await userEvent.click(await screen.findByText(name, { selector: 'button' }));

async function signIn() {
  renderPage(<LoginForm />, '/', null);
  await type(texts.username, 'li.wei');
  await type(texts.password, 'first password');
  await click(texts.signIn);
}

async function choose(password: string, repeat = password) {
  await type(texts.newPassword, password);
  await type(texts.repeat, repeat);
  await click(texts.change);
}

test('a user with another session sees its browser, address and start before it is closed', async () => {
  server.on(authCalls.login, () => confirmation);
  server.on(authCalls.confirm, () => aPerson());
  await signIn();
  await screen.findByText('Chrome · Windows');
  screen.getByText('192.0.2.1');
  expect(screen.getByText(/2030/).textContent).toContain('Signed in since');
  expect(session.user()).toBeNull();
  await click(texts.confirm.act);
  expect(server.sentTo(authCalls.confirm)).toEqual([{ confirmToken: 'to-go-on' }]);
  expect(session.user()?.username).toBe('wei');
  expect(location.pathname).toBe('/devices');
});

test('the confirmation can be declined, and an expired one returns to the form with the reason', async () => {
  server.on(authCalls.login, () => confirmation);
  server.on(authCalls.confirm, () => {
    throw new Refused('confirmExpired');
  });
  await signIn();
  await click(texts.confirm.back);
  await screen.findByLabelText(texts.username);
  await type(texts.username, 'li.wei');
  await type(texts.password, 'first password');
  await click(texts.signIn);
  await click(texts.confirm.act);
  await screen.findByText(errors.confirmExpired.texts.en);
  expect(session.user()).toBeNull();
});

test('every login of a browser sends the same device secret', async () => {
  server.on(authCalls.login, () => {
    throw new Refused('wrongCredentials');
  });
  await signIn();
  await screen.findByText(errors.wrongCredentials.texts.en);
  await click(texts.signIn);
  await screen.findByText(errors.wrongCredentials.texts.en);
  const secrets = server.sentTo(authCalls.login).map((sent) => (sent as { device: string }).device);
  expect(secrets).toHaveLength(2);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
});

test('an expired initial password is reported in the form', async () => {
  server.on(authCalls.login, () => {
    throw new Refused('initialPasswordExpired');
  });
  await signIn();
  await screen.findByText(errors.initialPasswordExpired.texts.en);
});

test('a first login asks for a new password, not for the initial one again, and stays on the page', async () => {
  server.on(authCalls.login, () => newcomer);
  server.on(authCalls.changePassword, () => ({}));
  await signIn();
  await screen.findByText(texts.first.title);
  expect(screen.queryByLabelText(texts.origin)).toBeNull();
  expect(location.pathname).toBe('/login');
  await choose('wrong mule torch');
  expect(server.sentTo(authCalls.changePassword)).toEqual([
    { originPassword: 'first password', password: 'wrong mule torch', userId: 'person-2' },
  ]);
  await screen.findByText(texts.changed);
  expect(session.user()).toBeNull();
  expect(location.search).toBe('?back=%2Fdevices');
});

test('the initial password is asked for again after a reload', async () => {
  renderPage(<LoginForm />, '/', newcomer);
  await screen.findByLabelText(texts.origin);
});

test('two different new passwords are reported, and nothing is sent', async () => {
  server.on(authCalls.login, () => newcomer);
  await signIn();
  await choose('wrong mule torch', 'wrong mule torches');
  await screen.findByText('The two passwords entered do not match');
  expect(server.sentTo(authCalls.changePassword)).toEqual([]);
});

test('each rule is ticked or crossed while the user types', async () => {
  server.on(authCalls.login, () => newcomer);
  await signIn();
  const list = await screen.findByLabelText(texts.rulesTitle);
  const marks = () =>
    [...list.children].map((rule) => (rule.textContent?.endsWith('not kept') ? '-' : '+')).join('');
  const field = await screen.findByLabelText(texts.newPassword);
  const rewrite = async (text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await rewrite('li.wei');
  expect(marks()).toBe('--++');
  await rewrite('first password');
  expect(marks()).toBe('++-+');
  await rewrite('qwertyuiop');
  await expect.poll(marks).toBe('+++-');
  await rewrite('wrong mule torch');
  expect(marks()).toBe('++++');
});

test('a rule that only the server checks is crossed too, and the message of any other failure is shown', async () => {
  server.on(authCalls.login, () => newcomer);
  server.on(authCalls.changePassword, () => {
    throw new Refused('invalid', { password: fieldReason('PASSWORD_INITIAL') });
  });
  await signIn();
  await choose('wrong mule torch');
  await screen.findByText(texts.rulesBroken);
  expect(screen.getByLabelText(texts.rulesTitle).textContent).toContain('not kept');
  server.on(authCalls.changePassword, () => {
    throw new Refused('initialPasswordExpired');
  });
  await userEvent.type(screen.getByLabelText(texts.newPassword), 'es');
  await userEvent.type(screen.getByLabelText(texts.repeat), 'es');
  await click(texts.change);
  await screen.findByText(errors.initialPasswordExpired.texts.en);
});

test('signing out in another tab leaves the password change and shows the reason in this tab', async () => {
  renderPage(<LoginForm />, '/', newcomer);
  await screen.findByText(texts.first.title);
  act(() => {
    localStorage.setItem('farewell', errors.endedByReset.texts.en);
    localStorage.removeItem('session');
    dispatchEvent(new StorageEvent('storage', { key: 'session' }));
  });
  await screen.findByText(errors.endedByReset.texts.en);
});
