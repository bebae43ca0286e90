import {
  alarmQualityCalls,
  alarmSettingCalls,
  companyCalls,
  type AlarmQuality,
  type AlarmSettingRow,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import words from '../../../../shared/words/texts/en.json' with { type: 'json' };
import { AlarmQualityPage } from './alarm-quality-page.tsx';

const none: AlarmQuality = {
  alarms: 0,
  robotDays: null,
  perRobotDay: null,
  codes: [],
  topShare: null,
  chattering: 0,
  standing: 0,
  standingFollowers: 0,
  medianAcknowledgeS: null,
  medianClearS: null,
};
const code = { code: '10110', errorType: '', name: 'Robot is stuck', chattering: 1, standing: 2 };
const some: AlarmQuality = {
  ...none,
  alarms: 20,
  robotDays: 40,
  perRobotDay: 0.5,
  codes: [{ ...code, count: 15, share: 0.75, cumulative: 0.75 }],
  topShare: 0.75,
  standing: 6,
  standingFollowers: 2,
  medianClearS: 90,
};
const address = '/?from=2030-01-01&to=2030-01-31&model=J30';

function world(quality: AlarmQuality) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  server.on(alarmQualityCalls.quality, () => quality);
  return server;
}
const figure = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement!);

test('each figure has its formula, and an unknown one is a dash', async () => {
  const server = world(some);
  renderPage(<AlarmQualityPage />, address);
  expect((await screen.findAllByText('Robot is stuck', { selector: 'th' })).length).toBeGreaterThan(0);
  expect(figure('Alarms per robot-day').getByText('0.5').title).toContain('20 ÷ 40');
  expect(screen.getByText('Median time to clear', { selector: 'dt' }).parentElement?.textContent).toContain(
    '1 min 30 s',
  );
  expect(figure('Standing over 24 h').getByText('6, 2 of them follow-up alarms')).toBeTruthy();
  expect(figure('Median time to acknowledge').getByText('—')).toBeTruthy();
  expect(server.sentTo(alarmQualityCalls.quality)[0]).toEqual({
    from: '2030-01-01',
    to: '2030-01-31',
    model: 'J30',
  });
});

test('the Pareto list names every code, with its share and that of all before it', async () => {
  const names = Object.entries(words.alarm).slice(0, 10);
  const codes = names.map(([key], n) => ({
    ...code,
    code: key,
    count: 2,
    share: 0.1,
    cumulative: (n + 1) / 10,
  }));
  world({ ...some, codes, topShare: 1 });
  renderPage(<AlarmQualityPage />, address);
  const list = await screen.findByRole('list', { name: 'Which 10 codes are the noisiest?' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(names.map(([, name], n) => `${name}10% · together ${10 * (n + 1)}%`));
  expect(screen.getByRole('columnheader', { name: 'Actions' }).textContent).toBe('Actions');
});

test('a press on "Suppress" opens the setting of the code for the chosen model', async () => {
  const server = world(some);
  const row: AlarmSettingRow = {
    id: '10110/',
    code: '10110',
    errorType: '',
    type: 'STUCK',
    name: 'Robot is stuck',
    productLevel: 4,
    level: { value: 4, from: 'BUILT_IN' },
    fixer: { value: 'ANYONE', from: 'BUILT_IN' },
    push: { isTold: true, until: null, from: 'BUILT_IN' },
    order: { mode: 'NEVER', afterMinutes: 0, from: 'BUILT_IN' },
    inherited: { level: 4, fixer: 'ANYONE', isTold: true, orderMode: 'NEVER', orderAfterMinutes: 0 },
    own: {
      version: 0,
      level: null,
      fixer: null,
      push: null,
      pushOffUntil: null,
      reason: '',
      orderMode: null,
      orderAfterMinutes: null,
    },
  };
  server.on(alarmSettingCalls.query, () => ({ list: [row], total: 1 }));
  server.on(alarmSettingCalls.setAlarm, () => row);
  renderPage(<AlarmQualityPage />, address);
  await userEvent.click(await screen.findByText('Suppress'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByText('Save', { selector: 'span' }));
  await waitFor(() =>
    expect(server.sentTo(alarmSettingCalls.setAlarm)[0]).toMatchObject({
      code: '10110',
      model: 'J30',
      push: 'OFF_7_DAYS',
    }),
  );
});

test('a reader without the right to change settings can look at the alarms only', async () => {
  world(some);
  renderPage(<AlarmQualityPage />, address, userWith('M300101'));
  await userEvent.click(await screen.findByLabelText('More actions for Robot is stuck'));
  expect(await screen.findByText('Look at the alarms')).toBeTruthy();
  expect(screen.queryByText('Suppress')).toBeNull();
  expect(screen.queryByText('Open the setting')).toBeNull();
});

test('a period without alarms says so', async () => {
  world(none);
  renderPage(<AlarmQualityPage />, address);
  expect(await screen.findByText('No alarms in this period')).toBeTruthy();
  expect(figure('Alarms per robot-day').getByText('—')).toBeTruthy();
});
