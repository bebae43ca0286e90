import {
  attachedSnapshotCalls,
  assistCalls,
  deviceCalls,
  permissions,
  reportCalls,
  reportDocumentCalls,
  reportFigureCalls,
  reportShareCalls,
  runCalls,
  type ReportDetail,
  type TrailPoint,
} from '@sweepline/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { choose, fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aRunDetail } from '../../tasks/a-task.ts';
import { ReportDetailPage } from './report-detail-page.tsx';

const id = '0193f0c2-7a31-7c55-9d0e-0000000000d1';

const aReport = (changes: Partial<ReportDetail> = {}): ReportDetail => ({
  id,
  name: 'Lobby, mornings',
  taskId: null,
  device: { id: 'd', sn: 'J30-0007', nickname: 'Lobby', model: 'J30' },
  companyName: 'Sweepline',
  site: null,
  map: { id: 'm', name: 'Ground floor' },
  origin: 'CLOUD',
  by: 'Mei',
  result: 'PARTIAL',
  code: 'HMI_STOP',
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
  toldResult: 'SUCCESS',
  doneShare: 0.95,
  flags: [],
  isMeasuring: false,
  told: { startedAt: null, endedAt: null },
  startedAt: '2030-01-01T08:00:00.000Z',
  endedAt: '2030-01-01T08:10:00.000Z',
  totals: {
    plannedM2: 200,
    noGoM2: null,
    reachableM2: null,
    cleanedM2: 150,
    uncleanedM2: 50,
    coverage: 0.75,
    seconds: 600,
    cleaningSeconds: 540,
    m2PerHour: 1000,
    distanceM: null,
    waterL: null,
    dirtyWaterL: 0,
    energyWh: 45,
    socStart: null,
    socEnd: 60,
    charges: 0,
    replenishes: null,
    mopWashes: null,
  },
  repetitions: 1,
  areas: [],
  phases: [],
  timeline: [{ phase: 'CLEANING', at: '2030-01-01T08:00:00.000Z' }],
  pauses: [],
  battery: [],
  consumables: [],
  missed: [],
  alarms: [],
  ground: { file: 'ground-picture-0001', width: 200, height: 200, resolution: 0.1, originX: 0, originY: 0 },
  zones: [],
  closed: [],
  coverage: null,
  pictureFault: null,
  driving: { overlap: 0.25, turns: 12, cleaningM: 200, transitM: 7.5, boundM2PerHour: 1_440 },
  toolWidthM: 0.5,
  toolOffsetM: 0,
  ...changes,
});

const path: TrailPoint[] = [
  [0, 1, 1, 0, 0],
  [60_000, 5, 1, 0, 1],
  [120_000, 9, 1, 0, 1],
];

function setUpServer(changes: Partial<ReportDetail> = {}) {
  const server = fakeServer();
  server.on(reportCalls.detail, () => aReport(changes));
  server.on(reportDocumentCalls.record, () => ({ record: '{}', sha256: 'ab12' }));
  server.on(reportFigureCalls.earlier, () => ({ list: [] }));
  server.on(assistCalls.list, () => ({ list: [], total: 0 }));
  server.on(reportCalls.path, () => ({
    source: 'ROBOT' as const,
    points: path,
  }));
  return server;
}
const valueOf = (label: string) => screen.getByText(label).parentElement!.querySelector('dd')!;

test('a report says who started its run, a shared one does not', async () => {
  setUpServer();
  const { unmount } = renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText(/Started by Mei$/)).toBeTruthy();
  unmount();
  setUpServer({ by: '' });
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('Clean water')).toBeTruthy();
  expect(screen.queryByText(/Started by/)).toBeNull();
});

test('a value the robot did not report is a dash, a reported zero is a zero', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('Clean water')).toBeTruthy();
  expect(valueOf('Clean water').textContent).toBe('—');
  expect(valueOf('Distance').textContent).toBe('—');
  expect(valueOf('Battery').textContent).toBe('—');
  expect(valueOf('Charges').textContent).toBe('0');
  expect(valueOf('Dirty water').textContent).toMatch(/^0/);
});

test('each computed number shows its formula', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByTitle('Cleaned ÷ (planned − no-go): 150 m² ÷ (200 m² − 0 m²)')).toBeTruthy();
  expect(screen.getByTitle('Planned − no-go − cleaned: 200 m² − 0 m² − 150 m²')).toBeTruthy();
  expect(screen.getByTitle('Cleaned area ÷ cleaning time: 150 m² ÷ 9 min')).toBeTruthy();
});

test('a report says overlap, turns, transit and its share of what the tool could clean', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('Overlap')).toBeTruthy();
  const values = ['Overlap', 'Turns', 'Transit', 'Of what is possible'].map(
    (name) => valueOf(name).textContent,
  );
  expect(values).toEqual(['25%', '12', '7.5 m', '69%']);
  expect(
    screen.getByTitle('Efficiency ÷ (width of the tool × highest speed): 1,000 m²/h ÷ 1,440 m²/h'),
  ).toBeTruthy();
});

test.each([
  ['SIZE', /has another size than its map/],
  ['UNREADABLE', /cannot be read/],
] as const)('a coverage picture that is not used (%s) is named', async (pictureFault, words) => {
  setUpServer({ pictureFault });
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a no-go area in an area is a figure of its own, and the passes of the area sum to the rest', async () => {
  const floor = { plannedM2: 200, noGoM2: 40, reachableM2: 155, cleanedM2: 150 };
  const area = {
    ...floor,
    areaId: 'z1',
    name: 'Hall',
    notCleanedM2: 10,
    passes: { none: 10, once: 120, more: 30 },
    coverage: 0.9375,
    seconds: 540,
    cleaningMode: null,
    strength: null,
    repetitions: null,
  };
  setUpServer({
    areas: [area],
    totals: { ...aReport().totals, ...floor, uncleanedM2: 10, coverage: 0.9375 },
  });
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const row = (await screen.findByText('Hall')).closest('tr')!;
  expect(
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ')),
  ).toEqual(['200 m²', '40 m²', '150 m²', '94%', '10 m²', '120 m²', '30 m²', '9 min']);
  const record = screen.getByText('Cleaning result').parentElement!;
  const left = within(record).getByTitle('Planned − no-go − cleaned: 200 m² − 40 m² − 150 m²');
  expect(left.textContent).toContain('10');
  expect(within(record).getByText('Reachable').parentElement!.textContent).toContain('155');
});

test('the replay moves by the slider and returns to the whole run', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const bar = within(await screen.findByRole('group', { name: 'Replay' }));
  const slider = bar.getByLabelText<HTMLInputElement>('Time in the run');
  expect(slider.value).toBe('120000');
  fireEvent.change(slider, { target: { value: '45000' } });
  expect(bar.getByText('0:45', { exact: false })).toBeTruthy();
  await userEvent.click(bar.getByLabelText('Show the whole run'));
  expect(slider.value).toBe('120000');
});

test('the replay plays from the start to the end and stops there', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const bar = within(await screen.findByRole('group', { name: 'Replay' }));
  await choose(bar.getByLabelText('Speed'), '120×');
  await userEvent.click(bar.getByLabelText('Play'));
  const slider = bar.getByLabelText<HTMLInputElement>('Time in the run');
  await vi.waitFor(() => expect(Number(slider.value)).toBeLessThan(120_000));
  await vi.waitFor(() => expect(bar.getByLabelText('Play')).toBeTruthy(), { timeout: 20_000 });
  expect(slider.value).toBe('120000');
});

test('a report without path and coverage states so and draws no missed patches', async () => {
  const server = setUpServer();
  server.on(reportCalls.path, () => ({ source: 'STREAM' as const, points: [] }));
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(
    await screen.findByText('The robot sent neither a path nor a cleaned area for this run.'),
  ).toBeTruthy();
  expect(screen.queryByText('Missed area')).toBeNull();
  expect(screen.queryByLabelText('Replay')).toBeNull();
});

test('a report of another company is answered as missing', async () => {
  const server = setUpServer();
  server.on(reportCalls.detail, () => {
    throw new Refused('notFound');
  });
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('This no longer exists')).toBeTruthy();
});

test('an implausible report shows the reason and the values the robot reported', async () => {
  setUpServer({ flags: ['CLOCK', 'NEGATIVE'], told: { startedAt: '1970-01-01T00:00:00Z', endedAt: null } });
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const note = await screen.findByRole('note');
  expect(note.textContent).toContain('The robot’s clock was wrong · A number is below zero');
  expect(note.textContent).toContain('1970-01-01T00:00:00Z');
});

test('a report whose floor is still being measured says so until it is measured', async () => {
  setUpServer({ isMeasuring: true });
  const { unmount } = renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect((await screen.findByRole('note')).textContent).toMatch(/still being measured/);
  unmount();
  setUpServer({});
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/still being measured/)).toBeNull();
});

test('a pasted fingerprint is compared with the record’s own, ignoring blanks and case', async () => {
  setUpServer();
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const field = await screen.findByLabelText('Value to compare');
  expect(await screen.findByText('ab12')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'AB 12' } });
  expect(screen.getByText(/The same: nothing was changed/)).toBeTruthy();
  fireEvent.change(field, { target: { value: 'ab13' } });
  expect(screen.getByText(/not the same record/)).toBeTruthy();
});

test('earlier runs are listed with their median, without implausible runs', async () => {
  const server = setUpServer({ taskId: '0193f0c2-7a31-7c55-9d0e-0000000000f1' });
  const run = {
    id: 'r',
    startedAt: '2029-12-31T08:00:00.000Z',
    result: 'SUCCESS' as const,
    flagged: false,
    cleanedM2: 100,
    coverage: 0.5,
    cleaningSeconds: 540,
    m2PerHour: 1,
    waterL: null,
    energyWh: null,
    coverageFile: null,
  };
  server.on(reportFigureCalls.earlier, () => ({
    list: [run, { ...run, id: 's', cleanedM2: 120 }, { ...run, id: 't', cleanedM2: 9_000, flagged: true }],
  }));
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const row = (await screen.findByText('Median before')).closest('tr')!;
  expect(row.textContent).toContain('110');
  expect(within(row).getAllByTitle('The middle value of 2 runs').length).toBeGreaterThan(0);
});

test('a link is created, shown once and revoked, and is not offered without the right to share', async () => {
  const server = setUpServer();
  const share = {
    id: 'l',
    reportId: id,
    note: 'Landlord',
    state: 'OPEN' as const,
    createdBy: 'Li',
    opened: 3,
    createdAt: '2030-01-01T00:00:00.000Z',
    expiresAt: '2030-01-08T00:00:00.000Z',
    revokedAt: null,
    revokedBy: null,
    lastOpenedAt: null,
  };
  server.on(reportShareCalls.list, () => ({ list: [share] }));
  server.on(reportShareCalls.add, () => ({ token: 'report_abc', share }));
  server.on(reportShareCalls.revoke, () => ({}));
  const { unmount } = renderPage(<ReportDetailPage />, `/?id=${id}`);
  await userEvent.click(await screen.findByText('Share'));
  expect(await screen.findByText(/opened 3 times/)).toBeTruthy();
  await userEvent.click(screen.getByText('Make link'));
  expect(await screen.findByDisplayValue(`${location.origin}/import?token=report_abc`)).toBeTruthy();
  expect(server.sentTo(reportShareCalls.add)).toEqual([{ reportId: id, note: '', days: 7 }]);
  await userEvent.click(screen.getByText('Revoke'));
  await vi.waitFor(() => expect(server.sentTo(reportShareCalls.revoke)).toEqual([{ id: 'l' }]));
  unmount();
  renderPage(<ReportDetailPage />, `/?id=${id}`, userWith(permissions.reportList));
  expect(await screen.findByText('Print')).toBeTruthy();
  expect(screen.queryByText('Share')).toBeNull();
});

test('the assists of the run are listed with cause and time and link to their list', async () => {
  const server = setUpServer();
  const assist = {
    id: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
    codes: ['20110' as const],
    level: 4,
    outcome: 'WENT_ON' as const,
    at: '2030-01-01T08:02:00.000Z',
    endedAt: '2030-01-01T08:04:00.000Z',
    seconds: 120,
    run: { id, name: 'Lobby', reported: true },
    device: null,
    companyName: '',
    site: null,
    map: null,
    x: 3,
    y: 4,
    by: null,
    note: { helper: '', text: '', dismissed: false, version: 0 },
  };
  const unplacedAssist = { ...assist, id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', x: null, y: null };
  server.on(assistCalls.list, ({ runId }) => ({
    list: runId === id ? [assist, unplacedAssist] : [],
    total: 2,
  }));
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  const group = within((await screen.findByText('Interventions')).parentElement!);
  const [placed, unplaced] = group.getAllByText(/Went on after 2 min/).map((text) => text.closest('button')!);
  expect(unplaced!.disabled).toBe(true);
  await userEvent.click(placed!);
  expect(placed!.getAttribute('aria-pressed')).toBe('true');
  expect(group.getByText('Open in interventions').getAttribute('href')).toBe(
    `/dataManage/assists?runId=${id}`,
  );
});

test('the report of a stopped run offers to clean what it left, and a successful one does not', async () => {
  const left = { ...aRunDetail(), id, state: 'INTERRUPTED' as const, restCount: 1 };
  const server = setUpServer();
  server.on(runCalls.detail, () => left);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  const { unmount } = renderPage(<ReportDetailPage />, `/?id=${id}`);
  await userEvent.click(await screen.findByText('Clean the rest'));
  expect(await screen.findByText('Clean the rest of Lobby, mornings')).toBeTruthy();
  unmount();

  server.on(reportCalls.detail, () => aReport({ result: 'SUCCESS' }));
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('Print')).toBeTruthy();
  expect(screen.queryByText('Clean the rest')).toBeNull();
});

test('the snapshots of a run are shown in its report', async () => {
  const server = setUpServer();
  server.on(attachedSnapshotCalls.list, () => ({ list: [], request: null }));
  renderPage(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('No snapshots attached')).toBeTruthy();
  const input = { kind: 'REPORT', targetId: id };
  expect(server.sentTo(attachedSnapshotCalls.list)).toEqual([input]);
});
