import { calendarCalls, errors, holidayCalls, runCalls, scheduleCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import type { Robots } from '../devices/robots-service.ts';
import { RobotRefusal, type RefusalCode } from '../../robots/runs/run-service.ts';
import { createDispatcher } from './schedule-jobs.ts';
import { scheduleStarts } from './schedule-table.ts';
import { runIdOf } from './start-rules.ts';

const { mallAdmin } = people;
const plan = { kind: 'DAILY', startDate: '2026-01-01', time: '08:00', timezone: 'Europe/Berlin' } as const;
const server = testServer();

/** Robots that do what they are told, or refuse it with a code; every start is counted. */
function robotsThat(refuse: () => RefusalCode | undefined, online = () => true) {
  const started: string[] = [];
  const robots = {
    live: () => (online() ? { connection: { state: 'ONLINE', since: null } } : undefined),
    runs: {
      holds: () => false,
      start: async (input: { id: string; taskId: string; deviceId: string; name: string }) => {
        const code = refuse();
        if (code) throw new RobotRefusal(code);
        started.push(input.id);
        return await server.aRun({
          id: input.id,
          deviceId: input.deviceId,
          taskId: input.taskId,
          state: 'IN_PROGRESS',
        });
      },
    },
  };
  // Only what the dispatcher asks of them.
  return { started, robots: robots as unknown as Pick<Robots, 'runs' | 'live'> };
}

/** The dispatcher at a moment of its own. */
function dispatcherAt(
  from: string,
  refuse: () => RefusalCode | undefined = () => undefined,
  online?: () => boolean,
) {
  let nowMs = Date.parse(from);
  const { started, robots } = robotsThat(refuse, online);
  const faults: unknown[] = [];
  const look = createDispatcher(
    { db: server.db, bus: server.bus, now: () => new Date(nowMs), robots },
    (error) => void faults.push(error),
  );
  return {
    started,
    look: async () => {
      await look();
      expect(faults).toEqual([]);
    },
    at: async (to: string) => {
      nowMs = Date.parse(to);
      await look();
      expect(faults).toEqual([]);
    },
  };
}

const starts = () =>
  inScope(server.db, '*', (tx) => tx.select().from(scheduleStarts).orderBy(scheduleStarts.dueAt));
const states = async () => (await starts()).map(({ state, reason }) => `${state} ${reason}`.trim());
const since = '2030-03-29T12:00:00.000Z';

describe('a plan', () => {
  test('says when it is due next, in the clocks of its zone, and keeps what is otherwise', async () => {
    const { id: taskId } = await server.aTask();
    const made = await server.ok(scheduleCalls.create, mallAdmin, { taskId, ...plan });
    const due = Date.parse(made.nextDueAt!);
    expect(new Date(due).toLocaleTimeString('de', { timeZone: 'Europe/Berlin' })).toBe('08:00:00');
    const named = { id: made.id, version: 1, date: made.nextDueAt!.slice(0, 10) };
    const skipped = await server.ok(scheduleCalls.except, mallAdmin, {
      ...named,
      exception: { kind: 'SKIP', date: named.date },
    });
    expect(Date.parse(skipped.nextDueAt!) - due).toBeGreaterThan(80_000_000);
    const back = await server.ok(scheduleCalls.except, mallAdmin, { ...named, version: 2, exception: null });
    expect(back.nextDueAt).toBe(made.nextDueAt);
    expect((await server.send(scheduleCalls.remove, people.otherAdmin, { id: made.id })).code).toBe(
      errors.notFound.code,
    );
  });

  test('is refused with a mark on what does not fit together', async () => {
    const { id: taskId } = await server.aTask();
    const marked = async (change: object) =>
      Object.keys(
        (
          (await server.send(scheduleCalls.create, mallAdmin, { taskId, ...plan, ...change }))
            .data as unknown as { fields: object }
        ).fields,
      );
    expect(await marked({ kind: 'WEEKLY' })).toEqual(['weekdays']);
    expect(await marked({ kind: 'RRULE', rrule: 'FREQ=HOURLY' })).toEqual(['rrule']);
    expect(await marked({ timezone: 'Mars/Olympus' })).toEqual(['timezone']);
    expect(await marked({ endDate: '2025-12-31' })).toEqual(['endDate']);
    expect(await marked({ kind: 'ONCE', startDate: '2020-02-29' })).toEqual(['startDate']);
  });
});

describe('a start', () => {
  test('that is due begins once, however often it is looked at and by however many', async () => {
    await server.aSchedule({ time: '02:30', timezone: 'Europe/Berlin', lookedUntil: since });
    const one = dispatcherAt('2030-03-30T01:30:01Z');
    const other = dispatcherAt('2030-03-31T01:00:05Z');
    await one.look();
    expect(one.started).toHaveLength(1);
    await Promise.all([other.look(), one.at('2030-03-31T01:00:05Z')]);
    // The day the clocks pass over 02:30 has one start as every day has.
    expect(await starts()).toHaveLength(2);
    expect(new Set([...one.started, ...other.started]).size).toBe(2);
  });

  test('on the day the clocks show 02:30 twice begins once', async () => {
    await server.aSchedule({ time: '02:30', timezone: 'Europe/Berlin', lookedUntil: '2030-10-26T12:00:00Z' });
    const { at, started } = dispatcherAt('2030-10-27T00:30:01Z');
    await at('2030-10-27T00:30:01Z');
    await at('2030-10-27T01:30:01Z');
    await at('2030-10-27T01:45:01Z');
    expect(started).toHaveLength(1);
  });

  test('400 that are due in one second begin once each', async () => {
    const task = await server.aTask();
    for (let i = 0; i < 400; i++)
      await server.aSchedule({
        ...{ taskId: task.id, deviceId: task.deviceId, kind: 'ONCE', startDate: '2028-02-29', time: '08:00' },
        ...{ lookedUntil: '2028-02-28T00:00:00Z' },
      });
    const { at, started } = dispatcherAt('2028-02-29T00:00:00Z');
    await at('2028-02-29T00:00:01Z');
    await at('2028-02-29T00:00:03Z');
    expect(started).toHaveLength(400);
    expect(new Set(started).size).toBe(400);
  });

  test('that is refused is tried again until its limit, and then says why it was missed', async () => {
    await server.aSchedule({ kind: 'ONCE', startDate: '2030-03-30', startLatestMin: 10, lookedUntil: since });
    let refusal: RefusalCode | undefined = 'BATTERY_LOW';
    const { at, started } = dispatcherAt('2030-03-30T00:00:01Z', () => refusal);
    await at('2030-03-30T00:00:01Z');
    expect(await states()).toEqual(['DUE BATTERY_LOW']);
    refusal = undefined;
    await at('2030-03-30T00:09:59Z');
    expect(await states()).toEqual(['STARTED']);
    expect(started).toEqual([(await starts())[0]!.runId]);
  });

  test('that must not be caught up is missed when the robot stays away, with the reason', async () => {
    await server.aSchedule({ kind: 'ONCE', startDate: '2030-03-30', missed: 'SKIP', lookedUntil: since });
    const { at } = dispatcherAt('2030-03-30T00:00:01Z', undefined, () => false);
    await at('2030-03-30T00:00:01Z');
    await at('2030-03-30T00:02:30Z');
    expect(await states()).toEqual(['MISSED OFFLINE']);
  });

  test('of a night the server was down is caught up before its limit and missed after it', async () => {
    await server.aSchedule({ lookedUntil: '2030-03-27T12:00:00Z', startLatestMin: 240 });
    const { look, started } = dispatcherAt('2030-03-30T03:00:00Z');
    await look();
    expect(await states()).toEqual(['MISSED SERVER_DOWN', 'MISSED SERVER_DOWN', 'STARTED']);
    expect(started).toHaveLength(1);
  });

  test('on a holiday of its site rests, and one of a disabled task says so', async () => {
    const device = await server.aDevice({ siteId: (await server.aSite()).id });
    const task = await server.aTask({ deviceId: device.id });
    await server.aSchedule({
      ...{ taskId: task.id, deviceId: device.id, onHolidays: 'SKIP', lookedUntil: since },
    });
    await server.aHoliday({ siteId: device.siteId, date: '2030-03-30' });
    const disabled = await server.aTask({ state: 'DISABLED' });
    await server.aSchedule({
      taskId: disabled.id,
      deviceId: disabled.deviceId,
      time: '08:01',
      lookedUntil: since,
    });
    const { at, started } = dispatcherAt('2030-03-30T00:02:00Z');
    await at('2030-03-30T00:02:00Z');
    expect(await states()).toEqual(['SKIPPED HOLIDAY', 'MISSED TASK_DISABLED']);
    expect(started).toEqual([]);
  });

  test('was sent by a process that died before it noted so, and is found instead of sent again', async () => {
    const { id, taskId, deviceId } = await server.aSchedule({
      kind: 'ONCE',
      startDate: '2030-03-30',
      lookedUntil: since,
    });
    await server.aRun({
      id: runIdOf(id, Date.parse('2030-03-30T00:00:00Z')),
      taskId,
      deviceId,
      state: 'WAITING',
    });
    const { at, started } = dispatcherAt('2030-03-30T00:00:01Z');
    await at('2030-03-30T00:00:01Z');
    expect(await states()).toEqual(['STARTED']);
    expect(started).toEqual([]);
  });
});

describe('the calendar', () => {
  test('sets what happened against what was planned, with the reason', async () => {
    const dueAt = '2030-03-30T08:00:00.000Z';
    const late = '2030-03-30T08:20:00.000Z';
    const run = async (more: object) => (await server.aRun({ startedAt: dueAt, ...more })).id;
    await server.aStart({ dueAt, state: 'STARTED', runId: await run({ state: 'SUCCESS', coverage: 0.99 }) });
    await server.aStart({ dueAt, state: 'STARTED', runId: await run({ state: 'SUCCESS', startedAt: late }) });
    await server.aStart({
      dueAt,
      state: 'STARTED',
      runId: await run({ state: 'INTERRUPTED', code: 'HMI_STOP' }),
    });
    await server.aStart({
      dueAt,
      state: 'STARTED',
      runId: await run({ state: 'FAILED', code: 'ORDER_REJECTED', startedAt: null }),
    });
    await server.aStart({ dueAt, state: 'MISSED', reason: 'OFFLINE' });
    // We had given up; the robot cleaned by itself all the same.
    await server.aStart({
      dueAt,
      state: 'MISSED',
      reason: 'OFFLINE',
      runId: await run({ state: 'SUCCESS', coverage: 1 }),
    });
    await server.aStart({ dueAt, companyId: companyIds.other });
    const range = { from: '2030-03-30T00:00:00.000Z', to: '2030-03-31T00:00:00.000Z' };
    const { list: shown } = await server.ok(calendarCalls.range, mallAdmin, range);
    expect(
      shown
        .filter((it) => it.dueAt === dueAt)
        .map(({ state, reason }) => `${state} ${reason}`.trim())
        .toSorted(),
    ).toEqual(['DONE', 'DONE', 'LATE', 'MISSED OFFLINE', 'MISSED ORDER_REJECTED', 'SHORT HMI_STOP']);
  });

  test('shows what is to come once, and what a holiday will leave out', async () => {
    const schedule = await server.aSchedule({ onHolidays: 'SKIP', lookedUntil: '2030-03-29T12:00:00Z' });
    await server.ok(holidayCalls.add, mallAdmin, { date: '2030-03-31', name: 'Easter' });
    const { list: shown } = await server.ok(calendarCalls.range, mallAdmin, {
      from: '2030-03-29T16:00:00.000Z',
      to: '2030-04-01T16:00:00.000Z',
      deviceId: schedule.deviceId,
    });
    expect(shown.map(({ date, state }) => [date, state])).toEqual([
      ['2030-03-30', 'PLANNED'],
      ['2030-03-31', 'SKIPPED'],
      ['2030-04-01', 'PLANNED'],
    ]);
  });

  test('says before a plan is saved whether it fits, and what it would be in the way of', async () => {
    const task = await server.aTask({ name: 'Hall' });
    const other = await server.aTask({ name: 'Lift', deviceId: task.deviceId });
    const twin = await server.aTask({ name: 'Twin', mapId: task.mapId });
    await server.aSchedule({ taskId: other.id, deviceId: other.deviceId });
    await server.aSchedule({ taskId: twin.id, deviceId: twin.deviceId });
    for (const seconds of [3000, 3300, 3600, 3900])
      await server.aReport({ taskId: task.id, deviceId: task.deviceId, seconds, energyWh: 260, waterL: 5 });
    const check = { taskId: task.id, ...plan, timezone: 'Asia/Shanghai', time: '08:30', minutes: 65 };
    const { conflicts, forecast, next } = await server.ok(calendarCalls.check, mallAdmin, check);
    expect(next).toHaveLength(5);
    expect(new Set(conflicts.map(({ kind, taskName }) => `${kind} ${taskName}`))).toEqual(
      new Set(['DEVICE Lift', 'ZONE Twin']),
    );
    expect(forecast).toMatchObject({ basis: 'TASK', n: 4, confidence: 'MEDIUM', fits: true });
    expect(forecast.minutes).toMatchObject({ median: 57.5 });
    expect(forecast.batteryPct?.median).toBeCloseTo(20);
    const unknown = await server.ok(calendarCalls.check, mallAdmin, {
      ...check,
      taskId: other.id,
      time: '12:00',
    });
    expect(unknown.conflicts).toEqual([]);
    expect(unknown.forecast).toMatchObject({ basis: null, n: 0, minutes: null, fits: null });
  });
});

test('what a robot did by itself is one run with what was planned', async () => {
  const start = await server.aStart({ dueAt: '2030-03-30T00:00:00.000Z' });
  const { runId: id, deviceId, companyId, dueAt: startedAt } = start;
  await server.aRun({ id, deviceId, companyId, origin: 'DEVICE_SCHEDULE', state: 'SUCCESS', startedAt });
  const { look } = dispatcherAt('2030-03-30T00:05:00Z');
  await look();
  const [row] = await inScope(server.db, '*', (tx) =>
    tx.select().from(scheduleStarts).where(eq(scheduleStarts.id, start.id)),
  );
  expect(row).toMatchObject({ state: 'STARTED' });
  expect((await server.ok(runCalls.list, mallAdmin, {})).total).toBe(1);
});
