import { taskCalls, type Input } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, ne, type SQL } from 'drizzle-orm';
import { answer } from '../../platform/calls.ts';
import { Refusal, type Ctx } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { checkVersion, contains, counted, pageOf, visible, windowOf } from '../../platform/page.ts';
import { briefly, waiting } from '../../platform/waiting.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { asked, type Robots } from '../devices/robots-service.ts';
import { readRun } from './run-read.ts';
import { areaOf, stationOf, toolWidthOf, zoneSourceOf } from './run-request-service.ts';
import {
  checkNoOpenRun,
  checkSameMap,
  checkWish,
  findTask,
  readTask,
  taskOf,
  taskRows,
} from './task-service.ts';
import { tasks } from './task-table.ts';

const sortable = { name: tasks.name, updatedAt: tasks.updatedAt, createdAt: tasks.createdAt };

function orderOf(sort: string | undefined): SQL[] {
  const down = !sort || sort.startsWith('-');
  const column = sortable[(sort?.replace('-', '') ?? 'updatedAt') as keyof typeof sortable];
  return down ? [desc(column), desc(tasks.id)] : [asc(column), asc(tasks.id)];
}

/** Changes a task that nobody changed meanwhile, and answers it as it is now. */
async function changeTask(
  ctx: Ctx,
  id: string,
  version: number,
  change: (task: typeof tasks.$inferSelect) => Promise<Partial<typeof tasks.$inferInsert>>,
) {
  const task = await findTask(ctx.db, id);
  checkVersion(task, version);
  const updatedAt = ctx.now().toISOString();
  await ctx.db
    .update(tasks)
    .set({ ...(await change(task)), version: task.version + 1, updatedAt, updatedBy: ctx.account.username })
    .where(eq(tasks.id, id));
  return await readTask(ctx.db, id);
}

type Wish = Omit<Input<(typeof taskCalls)['create']>, 'name'>;

/** What a run is called that nobody named: where it cleans. */
const nameOf = (zones: readonly { name: string }[]) =>
  zones
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 60);

interface Start {
  /** Null when nobody named it. */
  name: string | null;
  taskId?: string;
  wish: Wish;
}

/** What the robot's side is asked for, with the zones as they are at this moment. */
async function requestOf(db: Tx, by: string, { name, taskId, wish }: Start) {
  const { device, map, zones } = await checkWish(db, wish);
  await checkSameMap(db, device.id, map.id);
  const [live] = await db.select().from(deviceLives).where(eq(deviceLives.id, device.id));
  const near = live?.x != null && live.y != null ? { x: live.x, y: live.y } : null;
  const { cleaningMode, strength, repetitions, strategy, pattern, finish } = wish;
  const station = stationOf(map.elements, finish, near);
  return {
    kind: 'CLEANING' as const,
    ...{
      name: name ?? nameOf(zones),
      by,
      deviceId: device.id,
      map: zoneSourceOf(map),
      ...(taskId && { taskId }),
    },
    plan: {
      ...{ cleaningMode, strength, repetitions, strategy, pattern, finish },
      areas: zones.map(areaOf),
      toolWidthM: toolWidthOf(device.model),
      ...(station && { station }),
    },
  };
}

/** Hands what `find` says to the robot as a run; answers when its order is on the way. */
async function startRun(ctx: Ctx, robots: Robots, find: (db: Tx) => Promise<Start>) {
  const request = await briefly(ctx, async (db) => requestOf(db, ctx.account.username, await find(db)));
  const { id } = await asked(robots.runs.start(request));
  return (await briefly(ctx, (db) => readRun(db, id))).run;
}

export const taskAnswers = ({ robots }: { robots: Robots }) =>
  answer(taskCalls, {
    list: ({ db }, input) => {
      const { limit, offset } = windowOf(input);
      const where = and(
        visible(db, tasks),
        ne(tasks.state, 'DELETED'),
        input.keyword ? ilike(tasks.name, contains(input.keyword)) : undefined,
        input.deviceId ? eq(tasks.deviceId, input.deviceId) : undefined,
        input.mapId ? eq(tasks.mapId, input.mapId) : undefined,
        input.state ? eq(tasks.state, input.state) : undefined,
      );
      const rows = taskRows(db)
        .where(where)
        .orderBy(...orderOf(input.sort))
        .limit(limit)
        .offset(offset)
        .then((found) => found.map(taskOf));
      return pageOf(rows, counted(db, tasks, where));
    },

    detail: ({ db }, { id }) => readTask(db, id),

    create: async ({ db, account, now }, input) => {
      const { device, plannedM2 } = await checkWish(db, input);
      const at = now().toISOString();
      const id = newId();
      const { companyId } = device;
      const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
      await db.insert(tasks).values({ ...input, id, companyId, plannedM2, state: 'IDLE', ...stamp });
      return await readTask(db, id);
    },

    update: (ctx, { id, version, ...wish }) =>
      changeTask(ctx, id, version, async (task) => {
        await checkNoOpenRun(ctx.db, id);
        // The zones are drawn on the map the robot has now; on another one they would be somewhere else.
        await checkSameMap(ctx.db, task.deviceId, task.mapId);
        const { device, plannedM2 } = await checkWish(ctx.db, wish);
        return { ...wish, companyId: device.companyId, plannedM2 };
      }),

    setEnabled: (ctx, { id, version, enabled }) =>
      changeTask(ctx, id, version, async ({ state }) => ({
        state: enabled ? (state === 'DISABLED' ? 'IDLE' : state) : 'DISABLED',
      })),

    remove: async ({ db, account, now }, { id }) => {
      const { version } = await findTask(db, id);
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
      return {};
    },

    start: waiting((ctx, { id }) =>
      startRun(ctx, robots, async (db) => {
        const task = await findTask(db, id);
        if (task.state === 'DISABLED') throw new Refusal('taskDisabled');
        return { name: task.name, taskId: id, wish: task };
      }),
    ),

    cleanNow: waiting((ctx, { name, ...wish }) =>
      startRun(ctx, robots, async () => ({ name: name ?? null, wish })),
    ),
  });
