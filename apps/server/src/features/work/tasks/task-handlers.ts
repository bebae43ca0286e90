import { taskCalls } from '@sweepline/contract';
import { and, eq, ilike, ne, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { readRun, startedRun } from './run-read.ts';
import { renewRobotPlans, sendPlansAgain } from './robot-plan-service.ts';
import { copyTask } from './task-copy.ts';
import { requestOf, requestOfTask } from './task-request-service.ts';
import {
  checkNoOpenRun,
  checkSameMap,
  checkTaskInput,
  findTask,
  readTask,
  taskOf,
  taskRows,
  taskState,
} from './task-service.ts';
import { checkMultiTask, type MapLink } from './task-rules.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { StartRun } from '../../../robots-port/run-requests.ts';

/** Elevators that connect maps. The server does not support elevators yet. */
const noElevators: readonly MapLink[] = [];

const sortable = { name: tasks.name, updatedAt: tasks.updatedAt, createdAt: tasks.createdAt };

/** Changes a task if its version is current, and returns it after the change. */
async function changeTask(
  ctx: Ctx,
  id: string,
  version: number,
  change: (task: typeof tasks.$inferSelect) => Promise<Partial<typeof tasks.$inferInsert>>,
) {
  const task = await findTask(ctx.db, id);
  checkVersion(task, version);
  return await saveTask(ctx, task, await change(task));
}

/** Saves a change of a locked task, updates its robots, and returns the task after the change. */
async function saveTask(
  { db, now, account, services: { bus } }: Ctx,
  task: typeof tasks.$inferSelect,
  change: Partial<typeof tasks.$inferInsert>,
) {
  const updatedAt = now().toISOString();
  const deviceId = change.deviceId ?? task.deviceId;
  await db
    .update(tasks)
    .set({ ...change, version: task.version + 1, updatedAt, updatedBy: account.username })
    .where(eq(tasks.id, task.id));
  // The schedules of the task move to its new device.
  if (deviceId !== task.deviceId)
    await db.update(schedules).set({ deviceId }).where(eq(schedules.taskId, task.id));
  await renewRobotPlans({ db, now, bus }, [task.deviceId, deviceId], account.username);
  return await readTask(db, task.id);
}

/** Starts the run of the request that `find` returns. Resolves when the order is sent. */
async function startRun(ctx: Ctx, robots: Robots, find: (db: Tx) => Promise<StartRun>) {
  const request = await inShortTransaction(ctx, find);
  const { id } = await withCallRefusals(robots.runs.start(request));
  return (await inShortTransaction(ctx, (db) => readRun(db, id))).run;
}

export const taskAnswers = ({ robots }: { robots: Robots }) =>
  answer(taskCalls, {
    list: async ({ db }, input) => {
      const where = and(
        visible(db, tasks),
        // Deleted tasks are listed on request only; they can be restored.
        input.state === 'DELETED' ? undefined : ne(tasks.state, 'DELETED'),
        input.keyword ? ilike(tasks.name, contains(input.keyword)) : undefined,
        input.deviceId ? eq(tasks.deviceId, input.deviceId) : undefined,
        input.mapId ? eq(tasks.mapId, input.mapId) : undefined,
        input.state ? sql`${taskState} = ${input.state}` : undefined,
      );
      const rows = taskRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, input.sort ?? '-updatedAt', tasks.id));
      const page = await paginate(input, rows, counted(db, tasks, where));
      return { ...page, list: page.list.map(taskOf) };
    },

    detail: ({ db }, { id }) => readTask(db, id),

    create: async ({ db, account, now, services: { bus } }, { otherMaps = [], ...input }) => {
      checkMultiTask([input.mapId, ...otherMaps.map(({ mapId }) => mapId)], noElevators);
      const { device, plannedM2 } = await checkTaskInput(db, input);
      const at = now().toISOString();
      const id = newId();
      const { companyId } = device;
      const by = account.username;
      const stamp = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
      await db.insert(tasks).values({ ...input, id, companyId, plannedM2, state: 'IDLE', ...stamp });
      await renewRobotPlans({ db, now, bus }, [device.id], by);
      return await readTask(db, id);
    },

    update: (ctx, { id, version, otherMaps = [], ...input }) =>
      changeTask(ctx, id, version, async (task) => {
        checkMultiTask([input.mapId, ...otherMaps.map(({ mapId }) => mapId)], noElevators);
        await checkNoOpenRun(ctx.db, id);
        // The zones belong to the robot's current map. On another map they would be at other places.
        await checkSameMap(ctx.db, task.deviceId, task.mapId);
        const { device, plannedM2 } = await checkTaskInput(ctx.db, input);
        return { ...input, companyId: device.companyId, plannedM2 };
      }),

    setEnabled: (ctx, { id, version, enabled }) =>
      changeTask(ctx, id, version, async ({ state }) => ({
        state: enabled ? (state === 'DISABLED' ? 'IDLE' : state) : 'DISABLED',
      })),

    remove: async ({ db, account, now, services: { bus } }, { id }) => {
      const { version, deviceId } = await findTask(db, id);
      await checkNoOpenRun(db, id);
      await db
        .update(tasks)
        .set({
          state: 'DELETED',
          version: version + 1,
          updatedAt: now().toISOString(),
          updatedBy: account.username,
        })
        .where(eq(tasks.id, id));
      await renewRobotPlans({ db, now, bus }, [deviceId], account.username);
      return {};
    },

    restore: async (ctx, { id }) => {
      const task = await find(ctx.db, tasks, id, { lock: true });
      if (task.state !== 'DELETED') throw new Refusal('wrongState');
      await checkTaskInput(ctx.db, task);
      return await saveTask(ctx, task, { state: 'IDLE' });
    },

    copy: async (ctx, { id, deviceIds }) => {
      const task = await findTask(ctx.db, id);
      return { devices: await copyTask(ctx, task, task.name, deviceIds) };
    },

    syncAgain: async ({ db, now, services: { bus } }, { id }) => {
      const { deviceId } = await findTask(db, id);
      await sendPlansAgain({ db, now, bus }, deviceId);
      return await readTask(db, id);
    },

    start: withoutTransaction(
      (ctx, { id, withoutZones }) =>
        startRun(ctx, robots, async (db) => {
          const task = await findTask(db, id);
          if (task.state === 'DISABLED') throw new Refusal('taskDisabled');
          return await requestOfTask(db, task, ctx.account.username, withoutZones);
        }),
      startedRun,
    ),

    cleanNow: withoutTransaction(
      (ctx, { name, withoutZones, ...work }) =>
        startRun(ctx, robots, (db) =>
          requestOf(db, { name: name ?? null, work, by: ctx.account.username, withoutZones }),
        ),
      startedRun,
    ),
  });
