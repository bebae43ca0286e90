import {
  boardFigureCalls,
  calendarCalls,
  deviceCalls,
  holidayCalls,
  maintenancePlanCalls,
  pages,
  permissions,
  scheduleCalls,
  siteCalls,
  taskCalls,
  workOrderCalls,
  type MaintenanceDue,
  type PlannedStart,
  type WorkOrder,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aWorkOrder } from '../../../test-kit/a-work-order.ts';
import { aPerson, fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { CalendarPage } from './calendar-page.tsx';
import words from '../../../shared/words/texts/en.json';
import texts from './texts/en.json';

const scheduleId = '0193f0c2-7a31-7c55-9d0e-0000000000e1';
const taskId = '0193f0c2-7a31-7c55-9d0e-0000000000c1';
const aStart = (changes: Partial<PlannedStart>): PlannedStart => ({
  key: 'one',
  scheduleId,
  date: '2030-01-02',
  dueAt: '2030-01-02T08:00:00.000Z',
  minutes: 60,
  moved: false,
  recurring: false,
  enabled: true,
  taskId,
  taskName: 'Lobby',
  deviceId: 'd',
  deviceName: 'Otter',
  timezone: 'UTC',
  state: 'PLANNED' as const,
  reason: '',
  runId: null,
  startedAt: null,
  endedAt: null,
  coverage: null,
  ...changes,
});
const plan = {
  id: scheduleId,
  taskId,
  kind: 'ONCE' as const,
  startDate: '2030-01-02',
  endDate: null,
  time: '08:00',
  weekdays: [],
  rrule: '',
  timezone: 'UTC',
  minutes: 60,
  missed: 'CATCH_UP' as const,
  startLatestMin: 30,
  onHolidays: 'RUN' as const,
  exceptions: [],
  enabled: true,
  taskName: 'Lobby',
  companyName: 'C',
  device: { id: 'd', sn: 'J30', nickname: 'Otter', model: 'J30' },
  nextDueAt: '2030-01-02T08:00:00.000Z',
  version: 3,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'Wei',
};

const aCompletion = (due: number) => {
  const none = { due: 0, done: 0, partial: 0, failed: 0, missed: 0, open: 0, rate: null };
  const totals = { ...none, due, done: Math.max(0, due - 5), partial: 1, missed: 3, open: 1 };
  const before = { from: '2029-12-24', to: '2029-12-30', totals: none };
  return { totals, before, points: [], computedAt: '2030-01-02T08:00:00.000Z' };
};

let server: ReturnType<typeof fakeServer>;
let starts: PlannedStart[];
let dues: MaintenanceDue[];
let appointments: WorkOrder[];
beforeEach(() => {
  server = fakeServer();
  starts = [aStart({})];
  dues = [];
  appointments = [];
  server.on(calendarCalls.range, () => ({ list: starts, total: starts.length, more: false }));
  server.on(boardFigureCalls.completion, () => aCompletion(0));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(holidayCalls.list, () => ({ list: [], total: 0 }));
  server.on(maintenancePlanCalls.dues, () => ({ list: dues, total: dues.length }));
  server.on(workOrderCalls.list, () => ({ list: appointments, total: appointments.length }));
  server.on(scheduleCalls.detail, () => plan);
  server.on(taskCalls.list, () => ({ list: [], total: 0 }));
});
const open = (view: string) =>
  renderPage(<CalendarPage />, `/dataManage/calendar?view=${view}&day=2030-01-02`, {
    ...aPerson(),
    profile: { timezone: 'UTC' },
  });

test('the result of a period is that of the data overview, of its days, site and robot', async () => {
  server.on(boardFigureCalls.completion, () => aCompletion(78));
  // Three of the starts of the page are not in the period of the overview, or not decided.
  starts = [aStart({ state: 'DONE' })];
  const { unmount } = open('week');
  expect(await screen.findByText(/73 of 78 planned starts done · 1 still open/)).toBeTruthy();
  expect(server.sentTo(boardFigureCalls.completion)).toEqual([{ from: '2029-12-30', to: '2030-01-05' }]);
  unmount();
  const siteId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
  renderPage(<CalendarPage />, `/dataManage/calendar?view=month&day=2030-01-02&siteId=${siteId}`);
  expect(await screen.findByText(/73 of 78 planned starts done/)).toBeTruthy();
  expect(server.sentTo(boardFigureCalls.completion).at(-1)).toEqual({
    from: '2030-01-01',
    to: '2030-01-31',
    siteId,
  });
});

test('a person without figures sees the calendar without the result of the period', async () => {
  const person = userWith(permissions.taskList);
  renderPage(<CalendarPage />, '/dataManage/calendar?view=week&day=2030-01-02', person);
  expect(await screen.findByRole('button', { name: /^Lobby/ })).toBeTruthy();
  expect(server.sentTo(boardFigureCalls.completion)).toEqual([]);
});

test('a missed start shows its reason in the month and in its panel', async () => {
  starts = [aStart({ state: 'MISSED', reason: 'BATTERY_LOW' })];
  open('month');
  await userEvent.click(await screen.findByRole('button', { name: /Lobby.*Missed/ }));
  expect(await screen.findByText(words.reply.BATTERY_LOW)).toBeTruthy();
});

test('maintenance that is due stands above the hours, and leads to its plan', async () => {
  dues = [
    {
      id: '01900000-0000-7000-8000-0000000000d1',
      planId: '01900000-0000-7000-8000-0000000000d2',
      planName: 'Quarterly check',
      device: { id: '01900000-0000-7000-8000-0000000000d3', name: 'Otter', sn: 'J30', model: 'J30' },
      site: null,
      companyName: 'C',
      state: 'OVERDUE',
      dueAt: '2030-01-01T08:00:00.000Z',
      reason: null,
      since: '2029-10-01T08:00:00.000Z',
      checkedAt: null,
      order: null,
    },
  ];
  open('week');
  const link = await screen.findByRole('link', { name: /overdue since .* · Otter · Quarterly check/ });
  expect(link.getAttribute('href')).toContain('deviceId=01900000-0000-7000-8000-0000000000d3');
});

test('a start at a site in another zone stands at the hour of the page, with the time of its site', async () => {
  starts = [aStart({ timezone: 'Europe/Berlin' })];
  open('week');
  const due = await screen.findByRole('button', { name: /^Lobby/ });
  expect(due.textContent).toContain('09:00 (UTC+1) · Otter');
  expect(screen.getByText(/Times in UTC \(UTC\)/)).toBeTruthy();
});

test('an appointment of a work order stands at its hours, and leads to the order', async () => {
  const appointment = { from: '2030-01-02T10:00:00.000Z', until: '2030-01-02T11:30:00.000Z' };
  appointments = [aWorkOrder({ state: 'PROCESSING', appointment })];
  open('week');
  const link = await screen.findByRole('link', {
    name: 'Visit · 19:00–20:30 (UTC+9) · Otter · Brush does not turn',
  });
  expect(link.getAttribute('href')).toBe(pages.workOrder({ id: appointments[0]!.id }));
});

test('the keyboard moves a plan by a quarter of an hour, like the pointer', async () => {
  const saved: object[] = [];
  server.on(scheduleCalls.update, (input) => {
    saved.push(input);
    return plan;
  });
  open('week');
  const block = await screen.findByRole('button', { name: /Lobby\s*08:00 · Otter/ });
  block.focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() =>
    expect(saved).toMatchObject([{ id: scheduleId, version: 3, time: '08:15', startDate: '2030-01-02' }]),
  );
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await waitFor(() => expect(saved[1]).toMatchObject({ minutes: 75 }));
});

test('a recurring plan asks which days to move before it moves', async () => {
  starts = [aStart({ recurring: true })];
  const excepted: object[] = [];
  server.on(scheduleCalls.except, (input) => {
    excepted.push(input);
    return plan;
  });
  open('week');
  const block = await screen.findByRole('button', { name: /Lobby\s*08:00 · Otter/ });
  block.focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await userEvent.click(await screen.findByRole('button', { name: texts.moveOne }));
  await waitFor(() =>
    expect(excepted).toMatchObject([
      { date: '2030-01-02', exception: { kind: 'MOVE', toDate: '2030-01-03', toTime: '08:00' } },
    ]),
  );
});
