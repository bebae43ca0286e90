import { doorCalls, fieldReason, nameOfAccount, type DoorAct, type Input } from '@sweepline/contract';
import type { ModuleDoorCommand } from '@sweepline/contract/robot';
import { and, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { accessDoors, doorRecords } from '../../../entities/places/access-door-table.ts';
import { elevatorModules, elevatorProjects } from '../../../entities/places/elevator-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceModules } from '../elevators/elevator-channel-service.ts';
import type { DoorRunner } from './door-act-service.ts';
import { doorOf, doorRows, readDoor, recordOf, recordRows } from './door-rows.ts';

type Fields = Omit<Input<typeof doorCalls.add>, 'projectId'>;

/** Refuses the number of another door of the project or of the module, and a module of another project. */
async function checkDoor(db: Tx, projectId: string, { number, moduleId }: Fields, exceptId?: string) {
  const others = exceptId === undefined ? undefined : ne(accessDoors.id, exceptId);
  const inUse = moduleId
    ? or(eq(accessDoors.projectId, projectId), eq(accessDoors.moduleId, moduleId))
    : eq(accessDoors.projectId, projectId);
  const [same] = await db
    .select({ id: accessDoors.id })
    .from(accessDoors)
    .where(and(visible(db, accessDoors), inUse, eq(accessDoors.number, number), others));
  if (same) throw wrongField('number', 'NUMBER_TAKEN');
  if (!moduleId) return;
  const module = await find(db, elevatorModules, moduleId);
  if (module.projectId !== projectId) throw wrongField('moduleId', 'MODULE_OF_OTHER_PROJECT');
}

const stampOf = ({ now, account }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: nameOfAccount(account),
});

const unavailable = (reason: 'LIFT_NO_MODULE' | 'LIFT_MODULE_OFFLINE') =>
  new Refusal('doorUnavailable', { words: { mode: fieldReason(reason) } });

/** Stores a request with its author and reason, and sends it to the module of the door. */
async function request(
  { db, now, account }: Ctx,
  { id, reason }: { id: string; reason: string },
  act: DoorAct,
  seconds: number,
  runner: DoorRunner,
) {
  const { companyId, moduleId, number } = await find(db, accessDoors, id, { lock: true });
  if (moduleId === null) throw unavailable('LIFT_NO_MODULE');
  if (!(await find(db, elevatorModules, moduleId)).online) throw unavailable('LIFT_MODULE_OFFLINE');
  const recordId = newId();
  await db.insert(doorRecords).values({
    id: recordId,
    companyId,
    doorId: id,
    act,
    by: nameOfAccount(account),
    reason,
    requestedAt: now().toISOString(),
  });
  const common = { commandId: randomUUID(), ttlS: 10, doorId: number };
  const command: ModuleDoorCommand =
    act === 'OPEN' ? { ...common, type: 'open', seconds } : { ...common, type: 'close' };
  db.afterCommit(() => runner.start({ recordId, doorId: id, companyId, moduleId, command }));
  const [row] = await recordRows(db, eq(doorRecords.id, recordId));
  return recordOf(row!, now());
}

export const doorAnswers = (runner: DoorRunner) =>
  answer(doorCalls, {
    list: async ({ db }, { keyword, projectId, siteId, ...page }) => {
      const where = and(
        keyword
          ? or(ilike(accessDoors.number, contains(keyword)), ilike(accessDoors.name, contains(keyword)))
          : undefined,
        projectId ? eq(accessDoors.projectId, projectId) : undefined,
        siteId ? eq(elevatorProjects.siteId, siteId) : undefined,
      );
      const joined = sql`${accessDoors} join ${elevatorProjects} on ${elevatorProjects.id} = ${accessDoors.projectId}`;
      const count = counted(db, joined, and(visible(db, accessDoors), where));
      const { list, total } = await paginate(page, doorRows(db, where), count);
      return { total, list: list.map(doorOf) };
    },

    detail: ({ db }, { id }) => readDoor(db, id),

    add: async (ctx, { projectId, ...fields }) => {
      const { db } = ctx;
      // The lock serialises two doors with the same number.
      const { companyId } = await find(db, elevatorProjects, projectId, { lock: true });
      await checkDoor(db, projectId, fields);
      const id = newId();
      const stamp = stampOf(ctx);
      await db
        .insert(accessDoors)
        .values({ id, companyId, projectId, ...fields, createdAt: stamp.updatedAt, ...stamp });
      db.afterCommit(() => announceModules(ctx.services.bus, [fields.moduleId]));
      return await readDoor(db, id);
    },

    update: async (ctx, { id, version, ...fields }) => {
      const { db } = ctx;
      const { projectId, moduleId } = await find(db, accessDoors, id);
      await find(db, elevatorProjects, projectId, { lock: true });
      checkVersion(await find(db, accessDoors, id, { lock: true }), version);
      await checkDoor(db, projectId, fields, id);
      // What another module said is not known of this one.
      const isOther = moduleId !== fields.moduleId;
      const state = isOther && ({ state: 'UNKNOWN', fault: null, changedAt: null } as const);
      await db
        .update(accessDoors)
        .set({ ...fields, ...state, ...stampOf(ctx), version: version + 1 })
        .where(eq(accessDoors.id, id));
      db.afterCommit(() => announceModules(ctx.services.bus, [moduleId, fields.moduleId]));
      return await readDoor(db, id);
    },

    remove: async ({ db, services }, { id }) => {
      const { moduleId } = await find(db, accessDoors, id, { lock: true });
      db.afterCommit(() => announceModules(services.bus, [moduleId]));
      await db.delete(accessDoors).where(eq(accessDoors.id, id));
      return {};
    },

    open: (ctx, { seconds, ...input }) => request(ctx, input, 'OPEN', seconds, runner),
    close: (ctx, input) => request(ctx, input, 'CLOSE', 0, runner),
  });
