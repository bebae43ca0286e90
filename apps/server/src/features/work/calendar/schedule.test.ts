import { calendarCalls, errors, holidayCalls, runCalls, scheduleCalls, taskCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { createDispatcher } from './schedule-jobs.ts';
import { scheduleStarts } from '../../../entities/work/schedule-table.ts';
import { runIdOf } from './start-rules.ts';
import { type RefusalCode, RobotRefusal } from '../../../robots-port/robot-refusal.ts';

const { mallAdmin } = people;
const plan = { kind: 'DAILY', startDate: '2026-01-01', time: '08:00', timezone: 'Europe/Berlin' } as const;
const server = testServer();

/** A robot port that starts each run or refuses it with a code, and records the started ids. */
function robotsThat(refuse: () => RefusalCode | undefined, online = () => true) {
  const started: string[] = [];
  const robots = {
    live: async () => (online() ? { connection: { state: 'ONLINE', since: null } } : undefined),
    runs: {
      holds: async () => false,
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
  // The dispatcher uses only this part of the port.
  return { started, robots: robots as unknown as Pick<Robots, 'runs' | 'live'> };
}

/** A dispatcher with its own clock. */
function dispatcherAt(
  from: string,
  refuse: () => RefusalCode | undefined = () => undefined,
  online?: () => boolean,
) {
  let nowMs = Date.parse(from);
  const { started, robots } = robotsThat(refuse, online);
  const faults: unknown[] = [];
  const dispatch = createDispatcher(
    { db: server.db, bus: server.bus, now: () => new Date(nowMs), robots },
    (error) => void faults.push(error),
  );
  return {
    started,
    run: async () => {
      await dispatch();
      expect(faults).toEqual([]);
    },
    at: async (to: string) => {
      nowMs = Date.parse(to);
      await dispatch();
      expect(faults).toEqual([]);
    },
  };
}

const starts = () =>
  inScope(server.db, '*', (tx) => tx.select().from(scheduleStarts).orderBy(scheduleStarts.dueAt));
const states = async () => (await starts()).map(({ state, reason }) => `${state} ${reason}`.trim());
const lookedUntil = '2030-03-29T12:00:00.000Z';

describe('a plan', () => {
  test('returns the next occurrence in its time zone, and exceptions move it', async () => {
    const { id: taskId } = await server.aTask();
    const created = await server.ok(scheduleCalls.create, mallAdmin, { taskId, ...plan });
    const due = Date.parse(created.nextDueAt!);
    expect(new Date(due).toLocaleTimeString('de', { timeZone: 'Europe/Berlin' })).toBe('08:00:00');
    expect(await server.ok(taskCalls.detail, mallAdmin, { id: taskId })).toMatchObject({
      nextDueAt: created.nextDueAt,
      nextDueTimezone: 'Europe/Berlin',
    });
    const target = { id: created.id, version: 1, date: created.nextDueAt!.slice(0, 10) };
    const skipped = await server.ok(scheduleCalls.except, mallAdmin, {
      ...target,
      exception: { kind: 'SKIP', date: target.date },
    });
    expect(Date.parse(skipped.nextDueAt!) - due).toBeGreaterThan(80_000_000);
    const restored = await server.ok(scheduleCalls.except, mallAdmin, {
      ...target,
      version: 2,
      exception: null,
    });
    expect(restored.nextDueAt).toBe(created.nextDueAt);
    expect((await server.send(scheduleCalls.remove, people.otherAdmin, { id: created.id })).code).toBe(
      errors.notFound.code,
    );
  });

  test('with inconsistent fields is refused at these fields', async () => {
    const { id: taskId } = await server.aTask();
    const refusedFields = async (change: object) =>
      Object.keys(
        (
          (await server.send(scheduleCalls.create, mallAdmin, { taskId, ...plan, ...change }))
            .data as unknown as { fields: object }
        ).fields,
      );
    expect(await refusedFields({ kind: 'WEEKLY' })).toEqual(['weekdays']);
    expect(await refusedFields({ kind: 'RRULE', rrule: 'FREQ=HOURLY' })).toEqual(['rrule']);
    for (const timezone of ['Mars/Olympus', '+05:30', 'CET', 'IST'])
      expect(await refusedFields({ timezone })).toEqual(['timezone']);
    expect(await refusedFields({ endDate: '2025-12-31' })).toEqual(['endDate']);
    expect(await refusedFields({ kind: 'ONCE', startDate: '2020-02-29' })).toEqual(['startDate']);
  });
});

describe('a start', () => {
  test('that is due begins once despite repeated and concurrent dispatchers', async () => {
    await server.aSchedule({ time: '02:30', timezone: 'Europe/Berlin', lookedUntil });
    const first = dispatcherAt('2030-03-30T01:30:01Z');
    const second = dispatcherAt('2030-03-31T01:00:05Z');
    await first.run();
    expect(first.started).toHaveLength(1);
    await Promise.all([second.run(), first.at('2030-03-31T01:00:05Z')]);
    // The day of the clock change, which skips 02:30, has one start like any other day.
    expect(await starts()).toHaveLength(2);
    expect(new Set([...first.started, ...second.started]).size).toBe(2);
  });

  test('on the day that has 02:30 twice begins once', async () => {
    await server.aSchedule({ time: '02:30', timezone: 'Europe/Berlin', lookedUntil: '2030-10-26T12:00:00Z' });
    const { at, started } = dispatcherAt('2030-10-27T00:30:01Z');
    await at('2030-10-27T00:30:01Z');
    await at('2030-10-27T01:30:01Z');
    await at('2030-10-27T01:45:01Z');
    expect(started).toHaveLength(1);
  });

  test('begins once for each of 400 schedules that are due in one second', async () => {
    const task = await server.aTask();
    for (let i = 0; i < 400; i++)
      await server.aSchedule({
        taskId: task.id,
        deviceId: task.deviceId,
        kind: 'ONCE',
        startDate: '2028-02-29',
        time: '08:00',
        lookedUntil: '2028-02-28T00:00:00Z',
      });
    const { at, started } = dispatcherAt('2028-02-29T00:00:00Z');
    await at('2028-02-29T00:00:01Z');
    await at('2028-02-29T00:00:03Z');
    expect(started).toHaveLength(400);
    expect(new Set(started).size).toBe(400);
  });

  test('that is refused is retried until its limit and stores the reason', async () => {
    await server.aSchedule({ kind: 'ONCE', startDate: '2030-03-30', startLatestMin: 10, lookedUntil });
    let refusal: RefusalCode | undefined = 'BATTERY_LOW';
    const { at, started } = dispatcherAt('2030-03-30T00:00:01Z', () => refusal);
    await at('2030-03-30T00:00:01Z');
    expect(await states()).toEqual(['DUE BATTERY_LOW']);
    refusal = undefined;
    await at('2030-03-30T00:09:59Z');
    expect(await states()).toEqual(['STARTED']);
    expect(started).toEqual([(await starts())[0]!.runId]);
  });

  test('that may begin 0 minutes later is tried when it is due', async () => {
    await server.aSchedule({ kind: 'ONCE', startDate: '2030-03-30', startLatestMin: 0, lookedUntil });
    const { at, started } = dispatcherAt('2030-03-30T00:00:01Z');
    await at('2030-03-30T00:00:01Z');
    expect(await states()).toEqual(['STARTED']);
    expect(started).toHaveLength(1);
  });

  test('with the policy SKIP is MISSED with OFFLINE when the robot stays offline', async () => {
    await server.aSchedule({ kind: 'ONCE', startDate: '2030-03-30', missed: 'SKIP', lookedUntil });
    const { at } = dispatcherAt('2030-03-30T00:00:01Z', undefined, () => false);
    await at('2030-03-30T00:00:01Z');
    await at('2030-03-30T00:02:30Z');
    expect(await states()).toEqual(['MISSED OFFLINE']);
  });

  test('is started after a server outage before its limit, and MISSED with SERVER_DOWN after it', async () => {
    await server.aSchedule({ lookedUntil: '2030-03-27T12:00:00Z', startLatestMin: 240 });
    const { run, started } = dispatcherAt('2030-03-30T03:00:00Z');
    await run();
    expect(await states()).toEqual(['MISSED SERVER_DOWN', 'MISSED SERVER_DOWN', 'STARTED']);
    expect(started).toHaveLength(1);
  });

  test('is SKIPPED on a holiday of its site, and MISSED for a disabled task', async () => {
    const device = await server.aDevice({ siteId: (await server.aSite()).id });
    const task = await server.aTask({ deviceId: device.id });
    await server.aSchedule({
      taskId: task.id,
      deviceId: device.id,
      onHolidays: 'SKIP',
      lookedUntil,
    });
    await server.aHoliday({ siteId: device.siteId, date: '2030-03-30' });
    const disabled = await server.aTask({ state: 'DISABLED' });
    await server.aSchedule({
      taskId: disabled.id,
      deviceId: disabled.deviceId,
      time: '08:01',
      lookedUntil,
    });
    const { at, started } = dispatcherAt('2030-03-30T00:02:00Z');
    await at('2030-03-30T00:02:00Z');
    expect(await states()).toEqual(['SKIPPED HOLIDAY', 'MISSED TASK_DISABLED']);
    expect(started).toEqual([]);
  });

  test('that was sent before a crash is found by its run id and not sent twice', async () => {
    const { id, taskId, deviceId } = await server.aSchedule({
      kind: 'ONCE',
      startDate: '2030-03-30',
      lookedUntil,
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
  test('reports the outcome of each stored start with its reason', async () => {
    const dueAt = '2030-03-30T08:00:00.000Z';
    const late = '2030-03-30T08:20:00.000Z';
    const run = async (overrides: object) => (await server.aRun({ startedAt: dueAt, ...overrides })).id;
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
    // The start was missed on the server, but the robot ran it itself.
    await server.aStart({
      dueAt,
      state: 'MISSED',
      reason: 'OFFLINE',
      runId: await run({ state: 'SUCCESS', coverage: 1 }),
    });
    // The robot gave the start up after the server had been refused.
    await server.aStart({
      dueAt,
      state: 'STARTED',
      reason: 'FAULT_CLEANING',
      runId: await run({ state: 'FAILED', code: 'SCHEDULE_MISSED', startedAt: null }),
    });
    await server.aStart({ dueAt, companyId: companyIds.other });
    const range = { from: '2030-03-30T00:00:00.000Z', to: '2030-03-31T00:00:00.000Z' };
    const { list: entries } = await server.ok(calendarCalls.range, mallAdmin, range);
    expect(
      entries
        .filter((entry) => entry.dueAt === dueAt)
        .map(({ state, reason }) => `${state} ${reason}`.trim())
        .toSorted(),
    ).toEqual([
      'DONE',
      'DONE',
      'LATE',
      'MISSED FAULT_CLEANING',
      'MISSED OFFLINE',
      'MISSED ORDER_REJECTED',
      'SHORT HMI_STOP',
    ]);
  });

  test('lists each future start once, and marks those on a skipped holiday', async () => {
    const schedule = await server.aSchedule({ onHolidays: 'SKIP', lookedUntil: '2030-03-29T12:00:00Z' });
    await server.ok(holidayCalls.add, mallAdmin, { date: '2030-03-31', name: 'Easter' });
    const { list: entries } = await server.ok(calendarCalls.range, mallAdmin, {
      from: '2030-03-29T16:00:00.000Z',
      to: '2030-04-01T16:00:00.000Z',
      deviceId: schedule.deviceId,
    });
    expect(entries.map(({ date, state }) => [date, state])).toEqual([
      ['2030-03-30', 'PLANNED'],
      ['2030-03-31', 'SKIPPED'],
      ['2030-04-01', 'PLANNED'],
    ]);
  });

  test('check returns the conflicts, the forecast and the next starts of a plan before it is saved', async () => {
    const task = await server.aTask({ name: 'Hall' });
    const other = await server.aTask({ name: 'Lift', deviceId: task.deviceId });
    const sameZone = await server.aTask({ name: 'Twin', mapId: task.mapId });
    await server.aSchedule({ taskId: other.id, deviceId: other.deviceId });
    await server.aSchedule({ taskId: sameZone.id, deviceId: sameZone.deviceId });
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

test('a run that the robot started by its own schedule becomes the run of the stored start', async () => {
  const start = await server.aStart({ dueAt: '2030-03-30T00:00:00.000Z' });
  const { runId: id, deviceId, companyId, dueAt: startedAt } = start;
  await server.aRun({ id, deviceId, companyId, origin: 'DEVICE_SCHEDULE', state: 'SUCCESS', startedAt });
  const { run } = dispatcherAt('2030-03-30T00:05:00Z');
  await run();
  const [row] = await inScope(server.db, '*', (tx) =>
    tx.select().from(scheduleStarts).where(eq(scheduleStarts.id, start.id)),
  );
  expect(row).toMatchObject({ state: 'STARTED' });
  expect((await server.ok(runCalls.list, mallAdmin, {})).total).toBe(1);
});
