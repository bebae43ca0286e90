import { elevatorProjectCalls, type Input } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { and, eq, ilike, ne, or } from 'drizzle-orm';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { elevatorDevices } from '../../../entities/devices/elevator-device-table.ts';
import { elevatorModules, elevatorProjects, elevators } from '../../../entities/places/elevator-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { projectRows, readProject } from './elevator-project-rows.ts';

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

/** Refuses the number of another project of the company. */
async function checkNumber(db: Tx, companyId: string, number: string, exceptId?: string): Promise<void> {
  const [same] = await db
    .select({ id: elevatorProjects.id })
    .from(elevatorProjects)
    .where(
      and(
        eq(elevatorProjects.companyId, companyId),
        eq(elevatorProjects.number, number),
        exceptId === undefined ? undefined : ne(elevatorProjects.id, exceptId),
      ),
    );
  if (same) throw wrongField('number', 'NUMBER_TAKEN');
}

const namesOf = async (db: Tx, projectId: string) => {
  const lifts = await db
    .select({ name: elevators.name })
    .from(elevators)
    .where(eq(elevators.projectId, projectId));
  const modules = await db
    .select({ name: elevatorModules.number })
    .from(elevatorModules)
    .where(eq(elevatorModules.projectId, projectId));
  return { elevators: lifts.map(({ name }) => name), modules: modules.map(({ name }) => name) };
};

/** The robots to link. Refuses those of other companies and those that cannot ride. */
async function findRiders(db: Tx, companyId: string, ids: readonly string[]) {
  const rows = await db
    .select()
    .from(devices)
    .where(and(visible(db, devices), isCountedDevice, inValues(devices.id, ids)));
  if (rows.length < new Set(ids).size) throw new Refusal('notFound');
  if (rows.some((row) => row.companyId !== companyId))
    throw wrongField('deviceIds', 'DEVICE_OF_OTHER_COMPANY');
  const unable = rows.filter((row) => !can(row, 'lift'));
  if (unable.length > 0)
    throw wrongField('deviceIds', 'RIDES_NO_ELEVATORS', {
      names: unable.map(({ nickname }) => nickname).join(' · '),
    });
  return rows;
}

async function update(ctx: Ctx, { id, version, ...fields }: Input<typeof elevatorProjectCalls.update>) {
  const { db } = ctx;
  const project = await find(db, elevatorProjects, id, { lock: true });
  checkVersion(project, version);
  const { companyId } = await find(db, sites, fields.siteId);
  await checkNumber(db, companyId, fields.number, id);
  if (fields.siteId !== project.siteId) {
    const names = await namesOf(db, id);
    const used = [...names.elevators, ...names.modules];
    if (used.length > 0) throw wrongField('siteId', 'ELEVATORS_ON_SITE', { names: used.join(' · ') });
    await db.delete(elevatorDevices).where(eq(elevatorDevices.projectId, id));
  }
  await db
    .update(elevatorProjects)
    .set({ ...fields, companyId, ...stampOf(ctx), version: version + 1 })
    .where(eq(elevatorProjects.id, id));
  return await readProject(db, id);
}

const sortable = {
  number: elevatorProjects.number,
  name: elevatorProjects.name,
  updatedAt: elevatorProjects.updatedAt,
};

export const elevatorProjectAnswers = answer(elevatorProjectCalls, {
  list: ({ db }, { keyword, companyId, siteId, sort = 'number', ...page }) => {
    const text = keyword ? contains(keyword) : undefined;
    const { number, name, address, property } = elevatorProjects;
    const where = and(
      text ? or(...[number, name, address, property].map((column) => ilike(column, text))) : undefined,
      companyId ? eq(elevatorProjects.companyId, companyId) : undefined,
      siteId ? eq(elevatorProjects.siteId, siteId) : undefined,
    );
    return paginate(
      page,
      projectRows(db, where).orderBy(...orderBy(sortable, sort, elevatorProjects.id)),
      counted(db, elevatorProjects, and(visible(db, elevatorProjects), where)),
    );
  },

  detail: ({ db }, { id }) => readProject(db, id),

  add: async (ctx, fields) => {
    const { db } = ctx;
    const { companyId } = await find(db, sites, fields.siteId, { lock: true });
    await checkNumber(db, companyId, fields.number);
    const id = newId();
    const stamp = stampOf(ctx);
    await db
      .insert(elevatorProjects)
      .values({ id, companyId, ...fields, createdAt: stamp.updatedAt, ...stamp });
    return await readProject(db, id);
  },

  update,

  remove: async ({ db }, { id }) => {
    await find(db, elevatorProjects, id, { lock: true });
    const names = await namesOf(db, id);
    const used = [...names.elevators, ...names.modules];
    if (used.length > 0) throw new Refusal('elevatorProjectInUse', { words: { names: used.join(' · ') } });
    await db.delete(elevatorProjects).where(eq(elevatorProjects.id, id));
    return {};
  },

  link: async (ctx, { id, version, deviceIds }) => {
    const { db } = ctx;
    const project = await find(db, elevatorProjects, id, { lock: true });
    checkVersion(project, version);
    const riders = await findRiders(db, project.companyId, deviceIds);
    await db.delete(elevatorDevices).where(eq(elevatorDevices.projectId, id));
    if (riders.length > 0)
      await db.insert(elevatorDevices).values(
        riders.map((rider) => ({
          id: newId(),
          companyId: project.companyId,
          projectId: id,
          deviceId: rider.id,
        })),
      );
    await db
      .update(elevatorProjects)
      .set({ ...stampOf(ctx), version: version + 1 })
      .where(eq(elevatorProjects.id, id));
    return await readProject(db, id);
  },
});
