import { aiProjectCalls, type AiClass, type Input } from '@sweepline/contract';
import { and, eq, ilike, inArray, notInArray, or, sql } from 'drizzle-orm';
import { aiModels } from '../../../entities/ai/ai-model-table.ts';
import { aiImages, aiProjectDevices, aiProjects, type AiProjectRow } from '../../../entities/ai/ai-table.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { cancelJobs, endCollections, openRows, startCollecting } from './ai-collecting.ts';
import { projectRows, projectsOf, readProject } from './ai-project-rows.ts';

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

/** Refuses two classes with the same id, name or key, and an end that is over. */
function checkSettings({ now }: Ctx, { classes, until }: { classes: readonly AiClass[]; until: string }) {
  for (const field of ['id', 'name', 'key'] as const) {
    const values = classes.map((it) => it[field].toLowerCase());
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) throw wrongField('classes', 'CLASS_TWICE', { name: twice });
  }
  if (until <= now().toISOString()) throw wrongField('until', 'UNTIL_PAST');
}

/** Classes without which labels of stored pictures would name nothing. */
async function checkClasses(db: Tx, project: AiProjectRow, classes: readonly AiClass[]): Promise<void> {
  const removed = project.classes.filter(({ id }) => classes.every((it) => it.id !== id));
  if (removed.length === 0) return;
  const used: string[] = [];
  for (const { id, name } of removed) {
    const where = and(eq(aiImages.projectId, project.id), sql`${id} = any(${aiImages.classIds})`);
    if ((await counted(db, aiImages, where)) > 0) used.push(name);
  }
  if (used.length > 0) throw new Refusal('aiClassInUse', { words: { names: used.join(' · ') } });
}

async function update(ctx: Ctx, { id, version, ...settings }: Input<typeof aiProjectCalls.update>) {
  const { db } = ctx;
  const project = await find(db, aiProjects, id, { lock: true });
  checkVersion(project, version);
  checkSettings(ctx, settings);
  await checkClasses(db, project, settings.classes);
  await db
    .update(aiProjects)
    .set({ ...settings, ...stampOf(ctx), version: version + 1 })
    .where(eq(aiProjects.id, id));
  return await readProject(db, id, ctx.now());
}

/** Sets the robots of a project. Those that collect now stay until they are stopped. */
async function setDevices(ctx: Ctx, { id, version, ...chosen }: Input<typeof aiProjectCalls.devices>) {
  const { db } = ctx;
  const project = await find(db, aiProjects, id, { lock: true });
  checkVersion(project, version);
  const { deviceIds, groupIds } = chosen;
  const rows = await db
    .select({ id: devices.id, companyId: devices.companyId, siteId: devices.siteId })
    .from(devices)
    .where(
      and(
        visible(db, devices),
        isCountedDevice,
        or(inValues(devices.id, deviceIds), groupIds.length ? inArray(devices.groupId, groupIds) : undefined),
      ),
    );
  if (deviceIds.some((it) => rows.every((row) => row.id !== it))) throw new Refusal('notFound');
  const ids = rows.map((row) => row.id);
  const ofProject = eq(aiProjectDevices.projectId, id);
  const open = await openRows(db, id, ctx.now().toISOString());
  if (open.some(({ deviceId }) => !ids.includes(deviceId))) throw new Refusal('wrongState');
  await db
    .delete(aiProjectDevices)
    .where(
      and(
        ofProject,
        visible(db, aiProjectDevices),
        ids.length ? notInArray(aiProjectDevices.deviceId, ids) : undefined,
      ),
    );
  if (rows.length > 0)
    await db
      .insert(aiProjectDevices)
      .values(
        rows.map(({ id: deviceId, companyId, siteId }) => ({
          id: newId(),
          projectId: id,
          deviceId,
          companyId,
          siteId,
        })),
      )
      .onConflictDoNothing();
  await db
    .update(aiProjects)
    .set({ ...stampOf(ctx), version: version + 1 })
    .where(eq(aiProjects.id, id));
  return await readProject(db, id, ctx.now());
}

const sortable = { name: aiProjects.name, updatedAt: aiProjects.updatedAt };
const read = (ctx: Ctx, { id }: { id: string }) =>
  inShortTransaction(ctx, (db) => readProject(db, id, ctx.now()));

/** Ends what a project collects, and tells its robots. */
async function stop(ctx: Ctx, robots: Robots, id: string) {
  const jobs = await inShortTransaction(ctx, async (db) => {
    const project = await find(db, aiProjects, id, { lock: true });
    if (project.state !== 'RUNNING') throw new Refusal('wrongState');
    const rows = await openRows(db, id, ctx.now().toISOString());
    await db
      .update(aiProjects)
      .set({ state: 'STOPPED', ...stampOf(ctx), version: project.version + 1 })
      .where(eq(aiProjects.id, id));
    return rows.length > 0 ? await endCollections(ctx, db, rows, 'STOPPED') : [];
  });
  await cancelJobs(ctx, robots, jobs);
  return await read(ctx, { id });
}

export const aiProjectAnswers = (robots: Robots) =>
  answer(aiProjectCalls, {
    list: async ({ db, now }, { keyword, state, sort = 'name', ...page }) => {
      const text = keyword ? contains(keyword) : undefined;
      const where = and(
        visible(db, aiProjects),
        text ? or(ilike(aiProjects.name, text), ilike(aiProjects.purpose, text)) : undefined,
        state ? eq(aiProjects.state, state) : undefined,
      );
      const rows = projectRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, sort, aiProjects.id));
      const { list, total } = await paginate(page, rows, counted(db, aiProjects, where));
      return { list: await projectsOf(db, list, now().toISOString()), total };
    },

    detail: ({ db, now }, { id }) => readProject(db, id, now()),

    add: async (ctx, settings) => {
      const { db, account } = ctx;
      checkSettings(ctx, settings);
      const id = newId();
      const stamp = stampOf(ctx);
      await db
        .insert(aiProjects)
        .values({ id, companyId: account.companyId, ...settings, createdAt: stamp.updatedAt, ...stamp });
      return await readProject(db, id, ctx.now());
    },

    update,

    remove: async (ctx, { id }) => {
      const { db } = ctx;
      const project = await find(db, aiProjects, id, { lock: true });
      const images = await counted(db, aiImages, eq(aiImages.projectId, project.id));
      if (images > 0) throw new Refusal('aiProjectInUse', { words: { images: String(images) } });
      if (project.state === 'RUNNING') throw new Refusal('wrongState');
      const models = await db
        .select({ number: aiModels.number })
        .from(aiModels)
        .where(and(eq(aiModels.projectId, id), visible(db, aiModels)));
      if (models.length > 0)
        throw new Refusal('aiModelsExist', {
          words: { names: models.map(({ number }) => String(number)).join(', ') },
        });
      await db.delete(aiProjects).where(eq(aiProjects.id, id));
      return {};
    },

    devices: setDevices,

    start: withoutTransaction(
      async (ctx: Ctx, { id, allowMobileData }: Input<typeof aiProjectCalls.start>) => {
        await startCollecting(ctx, robots, { id, allowMobileData });
        return await read(ctx, { id });
      },
      fromChanged(aiProjects, read),
    ),

    stop: withoutTransaction(
      (ctx: Ctx, { id }: Input<typeof aiProjectCalls.stop>) => stop(ctx, robots, id),
      fromChanged(aiProjects, read),
    ),

    restart: withoutTransaction(
      async (ctx: Ctx, input: Input<typeof aiProjectCalls.restart>) => {
        await startCollecting(ctx, robots, input);
        return await read(ctx, input);
      },
      fromChanged(aiProjects, read),
    ),
  });
