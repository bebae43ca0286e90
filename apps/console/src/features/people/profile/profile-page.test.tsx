import { chatUserCalls, profileCalls, type ChatUser, type OwnProfile } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { formatArea, formatLitres, formatTime } from '../../../kit/format/format.ts';
import { choosePopUps, popUpsOn } from '../../../shared/people/pop-up-choice.ts';
import { session } from '../../../kit/api/session.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ProfilePage } from './profile-page.tsx';

const own: OwnProfile = {
  username: 'wei.lin',
  nickname: 'Wei',
  phone: '',
  email: '',
  profile: { timezone: 'Asia/Shanghai' },
  companyName: 'Mall',
  roleName: null,
  version: 3,
};

function world() {
  const server = fakeServer();
  let saved = own;
  server.on(chatUserCalls.own, () => ({ list: [] }));
  server.on(profileCalls.read, () => saved);
  server.on(
    profileCalls.save,
    ({ version, ...changes }) => (saved = { ...saved, ...changes, version: version + 1 }),
  );
  return server;
}

test('a saved profile applies to numbers and times at once', async () => {
  const server = world();
  renderPage(<ProfilePage />);
  await userEvent.click(await screen.findByText('ft²'));
  await userEvent.click(screen.getByText('US gallons'));
  await userEvent.click(screen.getByText('Saturday'));
  await userEvent.click(screen.getByText('Save profile'));
  const profile = { timezone: 'Asia/Shanghai', area: 'FT2', volume: 'GALLON', weekStart: 6 };
  await waitFor(() =>
    expect(server.sentTo(profileCalls.save)).toEqual([
      { nickname: 'Wei', phone: '', email: '', profile, version: 3 },
    ]),
  );
  await waitFor(() => expect(session.user()?.profile).toEqual(profile));
  expect(formatArea(100)).toBe('1,076 ft²');
  expect(formatLitres(37.85411784)).toBe('10 gal');
  expect(formatTime('2030-01-01T20:00:00.000Z')).toContain('Jan 2, 2030');
});

test('a change of pop-ups in the profile replaces the choice of the browser', async () => {
  world();
  choosePopUps(true);
  renderPage(<ProfilePage />);
  await userEvent.type(await screen.findByLabelText('Name'), ' Lin');
  await userEvent.click(screen.getByText('Save profile'));
  await waitFor(() => expect(session.user()?.nickname).toBe('Wei Lin'));
  expect(localStorage.getItem('popUps')).toBe('on');
  await userEvent.click(screen.getByLabelText('Notices pop up'));
  await userEvent.click(screen.getByText('Save profile'));
  await waitFor(() => expect(popUpsOn()).toBe(false));
  expect(session.user()?.profile.popUps).toBe(false);
});

test('an invalid field shows the reason and nothing is sent', async () => {
  const server = world();
  renderPage(<ProfilePage />);
  await userEvent.type(await screen.findByLabelText(/Email/), 'wei at home');
  await userEvent.click(screen.getByText('Save profile'));
  expect(screen.getByRole('alert').textContent).toBe('This is not an email address');
  expect(server.sentTo(profileCalls.save)).toEqual([]);
});

test('another email is saved with the password', async () => {
  const server = world();
  renderPage(<ProfilePage />);
  await userEvent.type(await screen.findByLabelText(/Email/), 'wei@example.com');
  await userEvent.type(screen.getByLabelText(/Your password/), 'right horse');
  await userEvent.click(screen.getByText('Save profile'));
  await waitFor(() =>
    expect(server.sentTo(profileCalls.save)).toMatchObject([
      { email: 'wei@example.com', originPassword: 'right horse' },
    ]),
  );
});

test('the save button is enabled by a change, and cancel discards the change', async () => {
  world();
  renderPage(<ProfilePage />);
  const save = await screen.findByText<HTMLButtonElement>('Save profile');
  expect(save.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Name'), ' Lin');
  expect(save.disabled).toBe(false);
  await userEvent.click(screen.getByText('Cancel'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Wei');
  expect(save.disabled).toBe(true);
});

const wei: ChatUser = {
  id: 'c-1',
  app: 'LINE',
  name: 'Wei of LINE',
  accountId: 'a-1',
  username: 'wei.lin',
  nickname: 'Wei',
  companyId: 'm-1',
  companyName: 'Mall',
  state: 'LINKED',
  linkedAt: '2030-01-01T00:00:00.000Z',
  unlinkedAt: null,
  unlinkedBy: null,
};

test('a code is requested once, and the dialog closes when the app has linked the account', async () => {
  const server = world();
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  server.on(chatUserCalls.code, () => ({ code: 'K7PM-2WXR', expiresAt }));
  renderPage(<ProfilePage />);
  await userEvent.click(await screen.findByText('Link an app'));
  expect(await screen.findByText('K7PM-2WXR')).toBeTruthy();
  server.on(chatUserCalls.own, () => ({ list: [wei] }));
  expect(await screen.findByText('Linked as Wei of LINE', {}, { timeout: 6_000 })).toBeTruthy();
  expect(server.sentTo(chatUserCalls.code)).toHaveLength(1);
});

test('quiet hours are saved with the zone in which they are meant', async () => {
  const server = world();
  renderPage(<ProfilePage />);
  await userEvent.click(await screen.findByLabelText('Quiet hours'));
  await userEvent.click(screen.getByText('Save profile'));
  await waitFor(() =>
    expect(server.sentTo(profileCalls.save)).toMatchObject([
      { profile: { quiet: { from: '22:00', to: '06:00', level: 5 }, timezone: 'Asia/Shanghai' } },
    ]),
  );
});
