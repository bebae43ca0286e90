import {
  deviceCalls,
  deviceGroupCalls,
  everything,
  otaPackageCalls,
  otaTaskCalls,
  permissions,
  siteCalls,
  type OtaPackageDetail,
  type OtaPreview,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { anOtaPlan, anOtaTask } from '../../../../test-kit/an-ota-task.ts';
import { fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { WizardPage } from './wizard-page.tsx';

const robots = { id: '01900000-0000-7000-8000-000000000001', name: 'Robot 3.5.0', version: '3.5.0' };
const chosen = {
  ...robots,
  models: ['J30'],
  pkgType: 'ROBOT',
  bytes: 1024,
  forced: false,
  state: 'PUBLISHED',
} as OtaPackageDetail;
const lobby = aDevice();
const preview: OtaPreview = {
  verdicts: { UPDATES: 8, UP_TO_DATE: 2 },
  stages: [1, 7],
  bytes: 8 * 1024,
  mobileBytes: 2 * 1024,
  sites: [
    { siteId: null, name: '', robots: 2, timezone: 'Europe/Berlin', firstAt: '2030-01-01T20:00:00.000Z' },
    { siteId: 's', name: 'Mall', robots: 8, timezone: 'Asia/Shanghai', firstAt: '2030-01-01T14:00:00.000Z' },
  ],
};

function world() {
  const server = fakeServer();
  server.on(otaPackageCalls.detail, () => chosen);
  server.on(otaPackageCalls.list, () => ({ list: [chosen], total: 1 }));
  server.on(deviceCalls.list, () => ({ list: [lobby], total: 1 }));
  server.on(deviceGroupCalls.options, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on(otaTaskCalls.preview, () => preview);
  server.on(otaTaskCalls.previewRobots, () => ({
    list: [
      {
        id: lobby.id,
        nickname: 'Lobby',
        sn: lobby.sn,
        model: 'J30',
        companyName: 'Sweepline',
        version: '3.5.0',
        verdict: 'UP_TO_DATE' as const,
        way: [],
        stage: null,
      },
    ],
    total: 1,
  }));
  server.on(otaTaskCalls.add, () => anOtaTask({ state: 'WAITING_APPROVAL' }));
  return server;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** From the package to the preview, with one robot as the canary. */
async function toPreview() {
  await screen.findByText(/Robot software/);
  await press('Next');
  await press('Next');
  await userEvent.click(await screen.findByRole('checkbox', { name: /Lobby/ }));
  await press('Next');
  await press('Next');
}

test('a plan with the proposed stages is previewed and sent for approval', async () => {
  const server = world();
  renderPage(<WizardPage packageId={robots.id} />);
  await toPreview();
  expect(await screen.findByText('8 robots get it')).toBeTruthy();
  expect(screen.getByText('2 KB')).toBeTruthy();
  expect(screen.getByText('Jan 1, 2030, 22:00 (UTC+8)')).toBeTruthy();
  const withoutSite = screen.getByRole('row', { name: /Robots without a site/ });
  expect(withoutSite.textContent).toContain('Jan 1, 2030, 21:00');
  await press('Ask for approval');
  await waitFor(() => expect(server.sentTo(otaTaskCalls.add)).toHaveLength(1));
  expect(server.sentTo(otaTaskCalls.add)[0]).toMatchObject({
    submit: true,
    plan: {
      name: 'Robot 3.5.0',
      packageId: robots.id,
      stages: [
        { deviceIds: [lobby.id], upToPct: null, maxFailed: 0 },
        { upToPct: 1 },
        { upToPct: 10 },
        { upToPct: 100 },
      ],
    },
  });
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id='));
});

test('a verdict of the preview opens its robots', async () => {
  const server = world();
  renderPage(<WizardPage packageId={robots.id} />);
  await toPreview();
  await press(/^Has this version/);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Lobby')).toBeTruthy();
  expect(server.sentTo(otaTaskCalls.previewRobots)[0]).toMatchObject({ verdict: 'UP_TO_DATE' });
  await userEvent.type(within(dialog).getByRole('searchbox'), 'lob');
  await waitFor(() =>
    expect(server.sentTo(otaTaskCalls.previewRobots).at(-1)).toMatchObject({ keyword: 'lob', page: 1 }),
  );
});

test('a step with a missing field is not left, and names the reason there', async () => {
  world();
  renderPage(<WizardPage />);
  await press('Next');
  expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
  expect(screen.getByRole('region', { name: 'Package' })).toBeTruthy();
});

test('a canary without robots and shares that do not grow are refused at the stages', async () => {
  world();
  renderPage(<WizardPage packageId={robots.id} />);
  await screen.findByText(/Robot software/);
  await press('Next');
  await press('Next');
  const share = screen.getAllByLabelText('Up to')[0]!;
  await userEvent.clear(share);
  await userEvent.type(share, '50');
  await press('Next');
  expect(await screen.findByText('Shares must grow from stage to stage and end at 100%')).toBeTruthy();
  expect(screen.getByText('Required')).toBeTruthy();
});

test('the reason of the server is shown at its field', async () => {
  const server = world();
  server.on(otaTaskCalls.add, () => {
    throw new Refused('invalid', { 'plan.deadline': { code: 'RELEASE_IN_PAST', params: {} } });
  });
  renderPage(<WizardPage packageId={robots.id} />);
  await toPreview();
  await screen.findByText('8 robots get it');
  await press('Save as draft');
  const step = await screen.findByRole('region', { name: 'Conditions' });
  const field = within(step).getByLabelText('Deadline').closest('.rollout-field') as HTMLElement;
  expect(within(field).getByRole('alert')).toBeTruthy();
  expect(server.sentTo(otaTaskCalls.add)[0]).toMatchObject({ submit: false });
});

test('only the right to force offers it, with a warning', async () => {
  world();
  const plan = anOtaPlan();
  const task = anOtaTask({ state: 'DRAFT', plan });
  const { unmount } = renderPage(<WizardPage task={task} />, '/', userWith(permissions.otaStart));
  await press(/Conditions/);
  expect(screen.queryByLabelText('Ignore windows and postponements')).toBeNull();
  unmount();
  renderPage(<WizardPage task={task} />, '/', userWith(everything));
  await press(/Conditions/);
  await userEvent.click(await screen.findByLabelText('Ignore windows and postponements'));
  expect(screen.getByText(/the customer cannot postpone it/)).toBeTruthy();
});
