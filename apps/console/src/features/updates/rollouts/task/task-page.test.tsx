import { otaTaskCalls, pages, permissions, type OtaTaskDetail } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anOtaPlan, anOtaRecord, anOtaTask, otaCounts } from '../../../../test-kit/an-ota-task.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { TaskPage } from './task-page.tsx';

function world(changes: Partial<OtaTaskDetail> = {}, ...records: ReturnType<typeof anOtaRecord>[]) {
  const server = fakeServer();
  const task = anOtaTask(changes);
  server.on(otaTaskCalls.detail, () => task);
  server.on(otaTaskCalls.records, () => ({ list: records, total: records.length }));
  for (const call of [otaTaskCalls.approve, otaTaskCalls.pause, otaTaskCalls.resume, otaTaskCalls.retry])
    server.on(call, () => task);
  return server;
}
const { id } = anOtaTask();
const open = (tab?: string, who?: ReturnType<typeof userWith>) =>
  renderPage(<TaskPage />, pages.otaTask({ id, ...(tab && { tab }) }), who);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const failed = {
  state: 'STOPPED',
  reason: 'TOO_MANY_FAILED',
  counts: otaCounts({ total: 10, successful: 1, failed: 2, waiting: 7 }),
} satisfies Partial<OtaTaskDetail>;

describe('actions', () => {
  test('a stopped rollout says why, and failed robots are tried again', async () => {
    const server = world(failed);
    open();
    expect(await screen.findByText(/Failed robots: 2/)).toBeTruthy();
    await press('Retry 2 failed robots');
    await waitFor(() => expect(server.sentTo(otaTaskCalls.retry)).toEqual([{ id }]));
    expect(screen.queryByText('Pause')).toBeNull();
  });

  test('resuming a stopped rollout says that the failure budget begins again', async () => {
    const server = world(failed);
    open();
    await press('Resume');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/begins again at zero/)).toBeTruthy();
    await userEvent.click(within(dialog).getByText('Resume'));
    await waitFor(() => expect(server.sentTo(otaTaskCalls.resume)).toEqual([{ id }]));
  });

  test('a second person approves with the revision that was read, or refuses with reasons', async () => {
    const server = world({ state: 'WAITING_APPROVAL', stage: null, startedAt: null });
    open();
    await press('Approve');
    await userEvent.click(within(await screen.findByRole('dialog')).getByText('Approve'));
    await waitFor(() =>
      expect(server.sentTo(otaTaskCalls.approve)).toEqual([{ id, revision: 3, approved: true }]),
    );
    await press('Refuse');
    await userEvent.type(await screen.findByLabelText('Reasons'), 'too early');
    await userEvent.click(screen.getAllByRole('button', { name: 'Refuse' }).at(-1)!);
    await waitFor(() =>
      expect(server.sentTo(otaTaskCalls.approve).at(-1)).toEqual({
        id,
        revision: 3,
        approved: false,
        reasons: 'too early',
      }),
    );
  });

  test('the person who made a rollout reads that a second one must approve', async () => {
    world({ state: 'WAITING_APPROVAL', stage: null, startedAt: null, approvalFault: 'ownApproval' });
    open();
    expect(await screen.findByText('A second person must approve this request.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true);
  });

  test('a canceled rollout names the robots that still install', async () => {
    const server = world({ counts: otaCounts({ total: 3, upgrading: 2, successful: 1 }) });
    server.on(otaTaskCalls.cancel, () => ({
      task: anOtaTask({ state: 'CANCELED' }),
      installing: [{ id: 'r', nickname: 'Otter', sn: 'J30-0001' }],
    }));
    open();
    await userEvent.click(await screen.findByLabelText('More actions for Night fix'));
    await userEvent.click(await screen.findByText('Cancel rollout'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^2 robots are upgrading/)).toBeTruthy();
    expect(within(dialog).getByText('1 updated robot stays on the new version.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel rollout' }));
    expect(await screen.findByText('1 robot is still installing')).toBeTruthy();
    expect(screen.getByText('Otter').getAttribute('href')).toContain('tab=updates');
  });

  test('a reader gets no actions', async () => {
    world(failed);
    open(undefined, userWith(permissions.ota, permissions.otaDetail));
    expect(await screen.findByText(/Failed robots: 2/)).toBeTruthy();
    for (const name of ['Resume', 'Retry 2 failed robots', 'More actions for Night fix'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });
});

describe('overview', () => {
  test('each stage has its state, its share beside the threshold, and leads to its robots', async () => {
    const server = world({
      counts: otaCounts({ total: 10, successful: 1, waiting: 9 }),
      stageRows: [
        {
          counts: otaCounts({ total: 1, successful: 1 }),
          startedAt: '2030-01-01T01:00:00.000Z',
          completedAt: '2030-01-01T02:00:00.000Z',
          nextAt: '2099-01-01T03:00:00.000Z',
        },
        { counts: otaCounts({ total: 9, waiting: 9 }), startedAt: null, completedAt: null, nextAt: null },
      ],
    });
    open();
    const canary = (await screen.findByText('Stage 1: canary')).closest('li') ?? document.body;
    expect(within(canary).getByText('Soak time')).toBeTruthy();
    expect(within(canary).getByText('100%, needs 100%')).toBeTruthy();
    expect(within(canary).getByText(/soak time: .* left/)).toBeTruthy();
    const all = screen.getByText('Stage 2: up to 100%').closest('li') ?? document.body;
    expect(within(all).getByText('Not yet begun')).toBeTruthy();
    await userEvent.click(within(canary).getByText('Show 1 robot'));
    await waitFor(() =>
      expect(server.sentTo(otaTaskCalls.records).at(-1)).toMatchObject({ taskId: id, stage: 0 }),
    );
  });

  test('work of updated robots is beside that of the others, and unknown values are dashes', async () => {
    world({
      work: {
        updated: { robots: 1, alarmsPerHour: 0.5, coveragePct: null, areaPerHour: 400 },
        others: { robots: 9, alarmsPerHour: 0.25, coveragePct: 92, areaPerHour: 420 },
      },
    });
    open();
    const alarms = await screen.findByRole('group', { name: 'Alarms per hour' });
    expect(alarms.textContent).toContain('0.5');
    expect(alarms.textContent).toContain('0.25');
    expect(screen.getByRole('group', { name: 'Coverage' }).textContent).toBe('CoverageUpdated—Others92%');
  });
});

describe('robots', () => {
  test('a waiting robot says in one sentence what it waits for, a failed one why', async () => {
    const server = world(
      {},
      anOtaRecord({ waits: [{ for: 'SITE_BUSY' }, { for: 'CHARGE', has: 31, needs: 40 }] }),
      anOtaRecord({
        id: '01900000-0000-7000-8000-000000000004',
        device: { id: 'x', nickname: 'Otter', sn: 'J30-0001', model: 'J30' },
        state: 'FAILED',
        code: 'NOT_CONFIRMED',
      }),
    );
    open('robots');
    expect(
      await screen.findByText(
        'Waits for: another robot of the site, which is updating; charge 31%, needs 40%',
      ),
    ).toBeTruthy();
    expect(screen.getByText('The robot did not report the new version')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Retry Otter'));
    await waitFor(() =>
      expect(server.sentTo(otaTaskCalls.retry)).toEqual([
        { id, recordIds: ['01900000-0000-7000-8000-000000000004'] },
      ]),
    );
  });

  test('a downloading robot has phase, percent and rate', async () => {
    world({}, anOtaRecord({ state: 'UPGRADING', phase: 'DOWNLOADING', pct: 42, rateBps: 2_097_152 }));
    open('robots');
    expect(await screen.findByText('Downloading')).toBeTruthy();
    expect(screen.getByText('42%')).toBeTruthy();
    expect(screen.getByText('2 MB/s')).toBeTruthy();
  });
});

test('the history has the newest first, and names people', async () => {
  world({
    plan: anOtaPlan({ window: { from: '22:00', to: '05:00' } }),
    history: [
      { at: '2030-01-01T00:00:00.000Z', by: 'Wei', act: 'SUBMIT', state: 'WAITING_APPROVAL', reason: '' },
      { at: '2030-01-01T01:00:00.000Z', by: '', act: 'STOP', state: 'STOPPED', reason: 'TOO_MANY_FAILED' },
    ],
  });
  open('history');
  await screen.findByText('Asked for approval');
  const [newest] = screen.getAllByRole('listitem');
  for (const text of ['Automatic', 'Too many robots failed']) expect(newest?.textContent).toContain(text);
});
