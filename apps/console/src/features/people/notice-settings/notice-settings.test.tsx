import { builtInNotices, noticeSettingCalls, pages, type NoticeSetting } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { ConnectionNoticePage } from './connection-notice-page.tsx';
import { RunNoticePage } from './run-notice-page.tsx';

const everyone = { to: 'EVERYONE' as const, accounts: [], roles: [], others: 0, channels: ['BELL' as const] };
const nothing = {
  runEnds: null,
  minCoverage: null,
  runTelling: null,
  isOfflineTold: null,
  offlineMinutes: null,
  expectedOffline: null,
  isBackTold: null,
  connectionTelling: null,
};
const mall: NoticeSetting = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyName: 'Mall',
  own: nothing,
  inherited: { ...builtInNotices, runTelling: everyone, connectionTelling: everyone },
  version: 0,
  updatedAt: null,
  updatedBy: null,
};

function world(setting: NoticeSetting = mall) {
  const server = fakeServer();
  server.on(noticeSettingCalls.list, () => ({ list: [setting], total: 1 }));
  server.on(noticeSettingCalls.receivers, () => ({
    accounts: [{ id: '01900000-0000-7000-8000-0000000000c1', name: 'Wei', roleName: null }],
    roles: [],
    canMail: false,
  }));
  server.on(noticeSettingCalls.set, () => setting);
  return server;
}

const Path = () => <output data-testid="path">{useLocation().pathname}</output>;

test('the rules of notices are tabs of one page, and each tab leads to its address', async () => {
  world();
  renderPage(
    <>
      <RunNoticePage />
      <Path />
    </>,
  );
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Task notices',
    'Connection notices',
    'Alarm codes',
    'Escalation',
  ]);
  expect(tabs[0]!.getAttribute('aria-selected')).toBe('true');
  const addresses = [
    ...[pages.runNotices(), pages.connectionNotices(), pages.alarmSettings({}), pages.escalation()],
  ];
  for (const [n, address] of addresses.entries()) {
    await userEvent.click(tabs[n]!);
    expect(screen.getByTestId('path').textContent).toBe(address);
  }
});

test('a company that inherits shows what applies, and only a changed choice is sent as its own', async () => {
  const server = world();
  renderPage(<RunNoticePage />);
  expect(await screen.findByText('Inherits all rules')).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
  await userEvent.click(screen.getByText('Mall'));
  await userEvent.click((await screen.findAllByText('Own choice'))[0]!);
  await userEvent.click(screen.getByText('Complete'));
  await userEvent.click(screen.getByText('Save rules'));
  await waitFor(() =>
    expect(server.sentTo(noticeSettingCalls.set)).toEqual([
      {
        companyId: mall.id,
        version: 0,
        choices: { runEnds: ['SUCCESS', 'FAILED'], minCoverage: null, runTelling: null },
      },
    ]),
  );
});

test('chosen people get a mail only where mail is set up, and the dialog says so', async () => {
  const own = {
    ...nothing,
    runTelling: {
      ...everyone,
      to: 'CHOSEN' as const,
      accounts: [{ id: '01900000-0000-7000-8000-0000000000c1', name: 'Wei' }],
      others: 2,
    },
  };
  const server = world({ ...mall, own, version: 3 });
  renderPage(<RunNoticePage />);
  expect(await screen.findByText('Wei, 2 others · Bell')).toBeTruthy();
  await userEvent.click(screen.getByText('Mall'));
  expect(await screen.findByText('2 receivers whom you do not see stay chosen.')).toBeTruthy();
  await userEvent.click(screen.getByText('E-mail'));
  expect(await screen.findByText(/Mail is not set up/)).toBeTruthy();
  await userEvent.click(screen.getByText('Save rules'));
  await waitFor(() => expect(server.sentTo(noticeSettingCalls.set)).toHaveLength(1));
  expect(server.sentTo(noticeSettingCalls.set)[0]).toMatchObject({
    version: 3,
    choices: { runTelling: { to: 'CHOSEN', roleIds: [], channels: ['BELL', 'MAIL'] } },
  });
});

test('a failed save says that the configuration failed and why', async () => {
  const server = world();
  server.on(noticeSettingCalls.set, () => {
    throw new Refused('outdated');
  });
  renderPage(<ConnectionNoticePage />);
  await userEvent.click(await screen.findByText('Mall'));
  await userEvent.click(await screen.findByText('Save rules'));
  expect(await screen.findByText('Configuration Failed')).toBeTruthy();
  expect(screen.getByText(new Refused('outdated').message)).toBeTruthy();
});

test('expected times are added and shown with their days', async () => {
  const server = world({
    ...mall,
    own: { ...nothing, expectedOffline: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }] },
  });
  renderPage(<ConnectionNoticePage />);
  expect(await screen.findByText('Every day 22:00–06:00')).toBeTruthy();
  expect(screen.getByText('10 minutes')).toBeTruthy();
  await userEvent.click(screen.getByText('Mall'));
  await userEvent.click(await screen.findByText('Add time'));
  await userEvent.click(screen.getByText('Save rules'));
  await waitFor(() => expect(server.sentTo(noticeSettingCalls.set)).toHaveLength(1));
  expect(server.sentTo(noticeSettingCalls.set)).toMatchObject([
    { choices: { expectedOffline: [{}, { from: '22:00', to: '06:00' }] } },
  ]);
});

test('who may not change the rules reads them and opens no dialog', async () => {
  world();
  renderPage(<RunNoticePage />, '/', userWith('M700115'));
  expect((await screen.findByText('Mall')).tagName).not.toBe('BUTTON');
});
