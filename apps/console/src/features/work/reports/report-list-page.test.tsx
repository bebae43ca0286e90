import {
  companyCalls,
  deviceCalls,
  mapCalls,
  permissions,
  reportCalls,
  reportFigureCalls,
  savedViewCalls,
  siteCalls,
  taskCalls,
  type ReportFigures,
  type ReportRow,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, userWith, renderPage, typeDate } from '../../../test-kit/index.ts';
import { ReportListPage } from './report-list-page.tsx';

const figures = (cleanedM2: number): ReportFigures => ({
  reports: 2,
  leftOut: 1,
  succeeded: 2,
  cleanedM2,
  coverage: 0.9,
  cleaningSeconds: 949_600,
  m2PerHour: null,
  waterL: null,
  energyWh: null,
  distanceM: null,
});

function setUpServer() {
  const server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(taskCalls.list, () => ({ list: [], total: 0 }));
  server.on(reportCalls.list, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on(mapCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(savedViewCalls.list, () => ({ list: [] }) as never);
  server.on(reportFigureCalls.summary, () => ({
    from: '2030-01-01',
    to: '2030-01-02',
    beforeFrom: '2029-12-30',
    zones: ['Etc/GMT+12', 'Asia/Shanghai'],
    now: figures(150),
    before: figures(100),
    unit: 'DAY' as const,
    steps: [{ day: '2030-01-01', cleanedM2: 150, beforeM2: 100, reports: 2 }],
  }));
  return server;
}

test('a day filter covers whole days and is in the URL', async () => {
  const server = setUpServer();
  renderPage(<ReportListPage />, `/?from=2030-03-04`);
  typeDate(await screen.findByLabelText('From'), '2030-03-05');
  await waitFor(() => expect(server.sentTo(reportCalls.list).at(-1)).toMatchObject({ from: '2030-03-05' }));
  expect(screen.getByTestId('address').textContent).toContain('from=2030-03-0');
});

test('an export of more than a month is refused beside the fields, a month is sent with the filters', async () => {
  const server = setUpServer();
  renderPage(<ReportListPage />, `/?result=FAILED&from=2024-01-01&to=2024-03-05`);
  await userEvent.click(await screen.findByText('Export'));
  expect(screen.getByRole('alert').textContent).toMatch(/at most one month/);
  const act = screen.getByText<HTMLButtonElement>('Export CSV');
  expect(act.disabled).toBe(true);

  const last = await waitFor(() => {
    const fields = screen.getAllByLabelText('To');
    expect(fields).toHaveLength(2);
    return fields[1]!;
  });
  typeDate(last, '2024-01-31');
  await waitFor(() => expect(act.disabled).toBe(false));
  URL.createObjectURL = () => 'blob:reports';
  server.on(reportCalls.export, () => '');
  await userEvent.click(act);
  await waitFor(() =>
    expect(server.sentTo(reportCalls.export)).toEqual([
      { result: ['FAILED'], from: '2024-01-01', to: '2024-01-31' },
    ]),
  );
});

test('the export is not offered without the right to export', async () => {
  setUpServer();
  renderPage(<ReportListPage />, '/', userWith(permissions.reportList));
  expect(await screen.findByText('No reports yet')).toBeTruthy();
  expect(screen.queryByText('Export')).toBeNull();
});

test('a report in the list shows the formula of its coverage with its no-go floor', async () => {
  const server = setUpServer();
  const unmeasured = { distanceM: null, waterL: null, dirtyWaterL: null, energyWh: null };
  const counts = { socStart: null, socEnd: null, charges: null, replenishes: null, mopWashes: null };
  const floor = { plannedM2: 200, noGoM2: 40, reachableM2: 155, cleanedM2: 150, uncleanedM2: 10 };
  const times = { coverage: 0.9375, seconds: 600, cleaningSeconds: 540, m2PerHour: 1000 };
  const row: ReportRow = {
    id: 'r1',
    name: 'Lobby, mornings',
    taskId: null,
    device: { id: 'd', sn: 'J30-0007', nickname: 'Lobby', model: 'J30' },
    companyName: 'Sweepline',
    site: null,
    map: null,
    origin: 'CLOUD',
    by: 'Mei',
    result: 'PARTIAL',
    code: '',
    cleaningMode: 'SCRUB',
    strength: 'STANDARD',
    zones: [],
    toldResult: 'SUCCESS',
    doneShare: 0.98,
    flags: [],
    isMeasuring: true,
    startedAt: '2030-01-01T08:00:00.000Z',
    endedAt: '2030-01-01T08:10:00.000Z',
    totals: { ...floor, ...times, ...unmeasured, ...counts },
  };
  server.on(reportCalls.list, () => ({ list: [row], total: 1 }));
  renderPage(<ReportListPage />);
  const coverage = await screen.findByTitle('Cleaned ÷ (planned − no-go): 150 m² ÷ (200 m² − 40 m²)');
  expect(coverage.textContent).toContain('94');
  // The area beside it has the same floor, and the verdict that of its site.
  expect(screen.getByText('of 160 m² to clean')).toBeTruthy();
  expect(screen.getByText('Being measured')).toBeTruthy();
  expect(screen.getByText('96.8% of the reachable floor cleaned, 98% are needed')).toBeTruthy();
});

test('the totals follow the filter, are compared with the period before, and count the reports left out', async () => {
  const server = setUpServer();
  renderPage(<ReportListPage />, `/?result=FAILED&flagged=false&sort=-startedAt`);
  expect(await screen.findByText(/\+50% on the period before \(100 m²\)/)).toBeTruthy();
  expect(screen.getByText(/1 excluded/)).toBeTruthy();
  // Hours, as in the insights.
  expect(screen.getByText('264')).toBeTruthy();
  expect(screen.getByText('Cleaned area over time')).toBeTruthy();
  expect(server.sentTo(reportFigureCalls.summary)[0]).toMatchObject({ result: ['FAILED'], flagged: false });
  expect(server.sentTo(reportFigureCalls.summary)[0]).not.toHaveProperty('sort');
});
