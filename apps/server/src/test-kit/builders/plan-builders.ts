import { nextDue } from '@sweepline/contract';
import { holidays, schedules, scheduleStarts } from '../../entities/work/schedule-table.ts';
import { runIdOf } from '../../features/work/calendar/start-rules.ts';
import { taskTemplates, type tasks } from '../../entities/work/task-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;
type Task = typeof tasks.$inferSelect;

/** Builders of schedules, their starts, holidays and templates. The default schedule is daily at eight in Shanghai. */
export function planBuilders(db: Db, now: Clock, aTask: (overrides?: Insert<typeof tasks>) => Promise<Task>) {
  let count = 0;
  const at = () => now().toISOString();

  const aSchedule = async (overrides: Insert<typeof schedules> = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    const task = overrides.taskId
      ? { id: overrides.taskId, deviceId: overrides.deviceId! }
      : await aTask({ companyId, ...(overrides.deviceId && { deviceId: overrides.deviceId }) });
    const when = {
      kind: 'DAILY' as const,
      startDate: '2020-01-01',
      endDate: null,
      time: '08:00',
      weekdays: [],
      rrule: '',
      timezone: 'Asia/Shanghai',
      exceptions: [],
    };
    const how = {
      minutes: 60,
      missed: 'CATCH_UP' as const,
      startLatestMin: 30,
      onHolidays: 'RUN' as const,
      lookedUntil: at(),
      createdAt: at(),
      updatedAt: at(),
      updatedBy: 'test',
    };
    const row = { companyId, taskId: task.id, deviceId: task.deviceId, ...when, ...how, ...overrides };
    const next = nextDue({ ...when, ...row }, Date.parse(row.lookedUntil));
    const nextDueAt = next && new Date(next.dueMs).toISOString();
    return await inScope(
      db,
      '*',
      async (tx) =>
        (
          await tx
            .insert(schedules)
            .values({ nextDueAt, ...row })
            .returning()
        )[0]!,
    );
  };

  const aStart = async (overrides: Insert<typeof scheduleStarts> = {}) => {
    const { id: scheduleId, taskId, deviceId, companyId } = await aSchedule();
    const dueAt = overrides.dueAt ?? at();
    const row = {
      companyId,
      scheduleId,
      taskId,
      deviceId,
      dueAt,
      latestAt: dueAt,
      moved: false,
      minutes: 60,
      planDate: dueAt.slice(0, 10),
      runId: runIdOf(scheduleId, Date.parse(dueAt)),
      state: 'DUE' as const,
      ...overrides,
    };
    return await inScope(
      db,
      '*',
      async (tx) => (await tx.insert(scheduleStarts).values(row).returning())[0]!,
    );
  };

  const aHoliday = (overrides: Insert<typeof holidays> = {}) =>
    inScope(db, '*', async (tx) => {
      // A company and a site have at most one holiday per day.
      const date = new Date(Date.UTC(2030, 0, ++count)).toISOString().slice(0, 10);
      const row = { companyId: companyIds.mall, date, name: `Holiday ${count}`, ...overrides };
      return (await tx.insert(holidays).values(row).returning())[0]!;
    });

  const aTemplate = async (overrides: Insert<typeof taskTemplates> = {}) => {
    const task = await aTask({ companyId: overrides.companyId ?? companyIds.mall });
    const { companyId, mapId, zoneIds, cleaningMode, strength, repetitions, strategy, pattern, finish } =
      task;
    const work = {
      companyId,
      mapId,
      zoneIds,
      cleaningMode,
      strength,
      repetitions,
      strategy,
      pattern,
      finish,
    };
    const row = { ...work, name: `Template ${++count}`, createdAt: at(), createdBy: 'test', ...overrides };
    return await inScope(db, '*', async (tx) => (await tx.insert(taskTemplates).values(row).returning())[0]!);
  };

  return { aSchedule, aStart, aHoliday, aTemplate };
}
