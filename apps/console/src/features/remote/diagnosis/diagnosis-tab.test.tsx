import {
  commandCalls,
  deviceCareCalls,
  diagnosisCalls,
  permissions,
  shellCalls,
  type Diagnosis,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCommand } from '../../../test-kit/a-command.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aDiagnosis } from '../../../test-kit/a-diagnosis.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { aShell } from '../../../test-kit/a-shell.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { DiagnosisTab } from './diagnosis-tab.tsx';

const device = aDevice();
const ended = aShell({ state: 'CLOSED', endReason: 'EXITED' });

function render(diagnosis: Partial<Diagnosis> = {}, address = '/', person = aPerson()) {
  const server = fakeServer();
  const offline = diagnosis.link?.state === 'OFFLINE';
  const live = aLiveDevice({
    connection: { state: offline ? 'OFFLINE' : 'ONLINE', reason: '', since: null, lastSeenAt: null },
  });
  server.on(diagnosisCalls.detail, () => aDiagnosis(diagnosis));
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(shellCalls.detail, () => ended);
  server.on(shellCalls.list, () => ({ list: [ended], total: 1 }));
  const detail = { device, live, capabilities: ['selfCheck', 'reboot', 'logPull'] };
  renderPage(<DiagnosisTab detail={detail} />, address, person);
  return server;
}
const card = (name: string) => screen.findByRole('region', { name });

test('a robot in order shows its figures with words, and that nothing stands out', async () => {
  render();
  await screen.findByText('Nothing stands out');
  const link = await card('Can it be reached?');
  for (const text of ['Online', 'Wi-Fi', 'Good', '99.2']) within(link).getAllByText(text);
  const computer = await card('Does its computer keep up?');
  for (const text of ['31', '48', '17.78', '41.2', 'Synchronised', '0.1 s behind'])
    within(computer).getByText(text);
  within(await card('What runs on it?')).getByText('4.2.1');
  within(await card('Do its parts work?')).getByText('Lidar');
});

test('what is not known is a dash and has no word', async () => {
  const { link } = aDiagnosis();
  render({
    link: { ...link, network: '', rssiDbm: null, drops: null, onlineShare: null },
    computer: null,
    versions: {},
    selfCheck: null,
  });
  // Network, signal, time online and drops.
  expect(within(await card('Can it be reached?')).getAllByText('—')).toHaveLength(4);
  const computer = await card('Does its computer keep up?');
  expect(within(computer).getAllByText('—').length).toBeGreaterThanOrEqual(7);
  expect(within(computer).queryByText('Normal')).toBeNull();
  within(await card('What runs on it?')).getByText(/not reported its versions/);
  within(await card('Do its parts work?')).getByText('No self-check has been run yet.');
});

test('what stands out comes with its next step', async () => {
  const { computer } = aDiagnosis();
  render({ computer: { ...computer!, memPct: 97 } });
  const findings = await screen.findByRole('region', { name: 'What stands out' });
  within(findings).getByText('Memory is nearly full');
  expect(within(findings).getByRole('link').getAttribute('href')).toContain('tab=control');
  within(await card('Does its computer keep up?')).getByText('Too high');
});

test('an offline robot says why, and no self-check can be run', async () => {
  const { link } = aDiagnosis();
  render({ link: { ...link, state: 'OFFLINE', reason: 'BROKEN' } });
  await screen.findByText('The robot is offline');
  screen.getByText('The connection broke');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run self-check' }).disabled).toBe(true);
});

test('a self-check is run of all parts', async () => {
  const server = render();
  server.on(deviceCareCalls.selfCheck, () => aCommand());
  await userEvent.click(await screen.findByRole('button', { name: 'Run self-check' }));
  await waitFor(() => expect(server.sentTo(deviceCareCalls.selfCheck)).toMatchObject([{ id: device.id }]));
});

test('figures that cannot be read can be read again', async () => {
  const server = fakeServer();
  server.on(diagnosisCalls.detail, () => {
    throw new Refused('internal');
  });
  renderPage(<DiagnosisTab detail={{ device, live: aLiveDevice(), capabilities: [] }} />);
  server.on(diagnosisCalls.detail, () => aDiagnosis());
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing stands out');
});

test('people without the permissions see neither log nor shells', async () => {
  render({}, '/?view=log', userWith(permissions.deviceList));
  await screen.findByText('Nothing stands out');
  expect(screen.getByRole('group', { name: 'View' }).textContent).toBe('Overview');
});

test('a link to an ended shell shows it, and the list is one step back', async () => {
  render({}, `/?tab=diagnosis&shell=${ended.id}`);
  await screen.findByText('The shell itself ended.');
  screen.getByText('There is nothing to replay');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  await screen.findByRole('heading', { name: /Past shells/ });
  expect((await screen.findAllByText('It stands still')).length).toBeGreaterThan(0);
});
