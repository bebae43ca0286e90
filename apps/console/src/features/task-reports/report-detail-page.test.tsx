import { reportCalls, type ReportDetail, type TrailPoint } from '@sweepline/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, Refused, show } from '../../test-kit/index.ts';
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
  result: 'PARTIAL',
  code: 'HMI_STOP',
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
  startedAt: '2030-01-01T08:00:00.000Z',
  endedAt: '2030-01-01T08:10:00.000Z',
  totals: {
    plannedM2: 200,
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
  coverage: null,
  toolWidthM: 0.5,
  ...changes,
});

const path: TrailPoint[] = [
  [0, 1, 1, 0, 0],
  [60_000, 5, 1, 0, 1],
  [120_000, 9, 1, 0, 1],
];

function world(changes: Partial<ReportDetail> = {}) {
  const server = fakeServer();
  server.on(reportCalls.detail, () => aReport(changes));
  server.on(reportCalls.path, () => ({
    source: 'ROBOT' as const,
    points: path,
  }));
  return server;
}
const valueOf = (label: string) => screen.getByText(label).parentElement!.querySelector('dd')!;

test('what the robot did not tell is a dash; a zero it told is a zero', async () => {
  world();
  show(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('Clean water')).toBeTruthy();
  expect(valueOf('Clean water').textContent).toBe('—');
  expect(valueOf('Distance').textContent).toBe('—');
  expect(valueOf('Battery').textContent).toBe('—');
  expect(valueOf('Charges').textContent).toBe('0');
  expect(valueOf('Dirty water').textContent).toMatch(/^0/);
});

test('each computed number says how it was computed', async () => {
  world();
  show(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByTitle('Cleaned ÷ planned: 150 m² ÷ 200 m²')).toBeTruthy();
  expect(screen.getByTitle('Planned − cleaned: 200 m² − 150 m²')).toBeTruthy();
  expect(screen.getByTitle('Cleaned area ÷ cleaning time: 150 m² ÷ 9:00')).toBeTruthy();
});

test('the replay moves by the slider, and goes back to the whole', async () => {
  world();
  show(<ReportDetailPage />, `/?id=${id}`);
  const bar = within(await screen.findByRole('group', { name: 'Replay' }));
  const slider = bar.getByLabelText<HTMLInputElement>('Time in the run');
  expect(slider.value).toBe('120000');
  fireEvent.change(slider, { target: { value: '45000' } });
  expect(bar.getByText('0:45', { exact: false })).toBeTruthy();
  await userEvent.click(bar.getByLabelText('Show the whole run'));
  expect(slider.value).toBe('120000');
});

test('playing runs from the start to the end and stops there', async () => {
  world();
  show(<ReportDetailPage />, `/?id=${id}`);
  const bar = within(await screen.findByRole('group', { name: 'Replay' }));
  await userEvent.selectOptions(bar.getByLabelText('Speed'), '120');
  await userEvent.click(bar.getByLabelText('Play'));
  const slider = bar.getByLabelText<HTMLInputElement>('Time in the run');
  await vi.waitFor(() => expect(Number(slider.value)).toBeLessThan(120_000));
  await vi.waitFor(() => expect(bar.getByLabelText('Play')).toBeTruthy(), { timeout: 5_000 });
  expect(slider.value).toBe('120000');
});

test('a report without path and coverage says so and draws nothing as missed', async () => {
  const server = world();
  server.on(reportCalls.path, () => ({ source: 'STREAM' as const, points: [] }));
  show(<ReportDetailPage />, `/?id=${id}`);
  expect(
    await screen.findByText('The robot sent neither a path nor a cleaned area for this run.'),
  ).toBeTruthy();
  expect(screen.queryByText('What was missed?')).toBeNull();
  expect(screen.queryByLabelText('Replay')).toBeNull();
});

test('a report of another company does not exist', async () => {
  const server = world();
  server.on(reportCalls.detail, () => {
    throw new Refused('notFound');
  });
  show(<ReportDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('This no longer exists')).toBeTruthy();
});
