import { scheduleCalls } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';
import { findTask } from '../tasks/task-service.ts';
import { readSchedule, saveSchedule, scheduleOf, scheduleRows, timesOf } from './schedule-service.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';

/** More exceptions than this should be a plan of their own. */
const maxExceptions = 200;

/** The schedule in the caller's version, locked until the transaction ends. */
async function lockSchedule({ db }: Ctx, { id, version }: { id: string; version: number }) {
  const row = await find(db, schedules, id, { lock: true });
  checkVersion(row, version);
  return row;
}

export const scheduleAnswers = answer(scheduleCalls, {
  list: async ({ db }, input) => {
    const where = and(
      visible(db, schedules),
      input.taskId ? eq(schedules.taskId, input.taskId) : undefined,
      input.deviceId ? eq(schedules.deviceId, input.deviceId) : undefined,
    );
    const rows = scheduleRows(db).where(where).orderBy(desc(schedules.updatedAt), desc(schedules.id));
    const page = await paginate(input, rows, counted(db, schedules, where));
    return { ...page, list: page.list.map(scheduleOf) };
  },

  detail: ({ db }, { id }) => readSchedule(db, id),

  create: async ({ db, now, account, services: { bus } }, input) => {
    const task = await findTask(db, input.taskId);
    const id = newId();
    const at = now().toISOString();
    const { companyId, deviceId } = task;
    const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
    const times = timesOf({ ...input, exceptions: [] }, now().getTime());
    if (times.nextDueAt === null) throw wrongField('startDate', 'NEVER_DUE');
    await db.insert(schedules).values({ ...input, id, companyId, deviceId, ...times, ...stamp });
    await renewRobotPlans({ db, now, bus }, [deviceId], account.username);
    return await readSchedule(db, id);
  },

  update: async (ctx, { id, version, ...input }) => {
    const row = await lockSchedule(ctx, { id, version });
    const { deviceId } = await findTask(ctx.db, input.taskId);
    return await saveSchedule(ctx, row, { ...input, deviceId });
  },

  setEnabled: async (ctx, { enabled, ...target }) =>
    saveSchedule(ctx, await lockSchedule(ctx, target), { enabled }),

  except: async (ctx, { date, exception, ...target }) => {
    const row = await lockSchedule(ctx, target);
    if (exception && exception.date !== date) throw wrongField('exception', 'OTHER_DAY');
    const others = row.exceptions.filter((each) => each.date !== date);
    const exceptions = exception ? [...others, exception] : others;
    if (exceptions.length > maxExceptions)
      throw wrongField('exception', 'TOO_MANY_EXCEPTIONS', { max: maxExceptions });
    return await saveSchedule(ctx, row, { exceptions });
  },

  remove: async ({ db, now, account, services: { bus } }, { id }) => {
    const { deviceId } = await find(db, schedules, id, { lock: true });
    await db.delete(schedules).where(eq(schedules.id, id));
    await renewRobotPlans({ db, now, bus }, [deviceId], account.username);
    return {};
  },
});
