import { elevatorModuleCalls, type Input } from '@sweepline/contract';
import { and, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { accessDoors } from '../../../entities/places/access-door-table.ts';
import { elevatorModules, elevatorProjects, elevators } from '../../../entities/places/elevator-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newCredential } from '../../../platform/runtime/credentials.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceModules } from './elevator-channel-service.ts';
import { moduleRows, readModule } from './elevator-module-rows.ts';

type Fields = Omit<Input<typeof elevatorModuleCalls.add>, 'projectId'>;

/** Refuses the number of another module of the project, and two elevators for a controller. */
async function checkModule(
  db: Tx,
  projectId: string,
  { number, type }: Fields,
  exceptId?: string,
): Promise<void> {
  const [same] = await db
    .select({ id: elevatorModules.id })
    .from(elevatorModules)
    .where(
      and(
        eq(elevatorModules.projectId, projectId),
        eq(elevatorModules.number, number),
        exceptId === undefined ? undefined : ne(elevatorModules.id, exceptId),
      ),
    );
  if (same) throw wrongField('number', 'NUMBER_TAKEN');
  if (exceptId === undefined || type === 'BRIDGE') return;
  const served = await servedBy(db, exceptId);
  if (served.length > 1) throw wrongField('type', 'MODULE_HAS_ELEVATOR', { name: served.join(' · ') });
}

const servedBy = async (db: Tx, moduleId: string): Promise<string[]> => {
  const rows = await db
    .select({ name: elevators.name })
    .from(elevators)
    .where(eq(elevators.moduleId, moduleId));
  return rows.map(({ name }) => name);
};

/** Refuses a serial number of another module; a trigger does the same for those of robots. Companies do not see each other's. */
async function checkSerial(db: Tx, serial: string, exceptId?: string): Promise<void> {
  const [taken] = await asSystem(db, (all) =>
    all
      .select({ id: elevatorModules.id })
      .from(elevatorModules)
      .where(
        and(
          // The index is on this expression.
          eq(sql`lower(${elevatorModules.serial})`, serial.toLowerCase()),
          exceptId === undefined ? undefined : ne(elevatorModules.id, exceptId),
        ),
      ),
  );
  if (taken) throw wrongField('serial', 'SERIAL_TAKEN');
}

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

export const elevatorModuleAnswers = answer(elevatorModuleCalls, {
  list: ({ db }, { keyword, projectId, ...page }) => {
    const pattern = keyword ? contains(keyword) : undefined;
    const where = and(
      pattern
        ? or(ilike(elevatorModules.number, pattern), ilike(elevatorModules.serial, pattern))
        : undefined,
      projectId ? eq(elevatorModules.projectId, projectId) : undefined,
    );
    return paginate(
      page,
      moduleRows(db, where),
      counted(db, elevatorModules, and(visible(db, elevatorModules), where)),
    );
  },

  detail: ({ db }, { id }) => readModule(db, id),

  add: async (ctx, { projectId, ...fields }) => {
    const { db } = ctx;
    const { companyId } = await find(db, elevatorProjects, projectId, { lock: true });
    await checkModule(db, projectId, fields);
    await checkSerial(db, fields.serial);
    const { secret, secretHash } = newCredential();
    const id = newId();
    const stamp = stampOf(ctx);
    const row = { id, companyId, projectId, ...fields, secretHash, createdAt: stamp.updatedAt, ...stamp };
    const [created] = await db
      .insert(elevatorModules)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: elevatorModules.id });
    if (!created) throw wrongField('serial', 'SERIAL_TAKEN');
    return { module: await readModule(db, id), secret };
  },

  update: async (ctx, { id, version, ...fields }) => {
    const { db } = ctx;
    const module = await find(db, elevatorModules, id, { lock: true });
    checkVersion(module, version);
    await checkModule(db, module.projectId, fields, id);
    const isOtherSerial = fields.serial !== module.serial;
    if (isOtherSerial) await checkSerial(db, fields.serial, id);
    const [updated] = await db
      .update(elevatorModules)
      .set({ ...fields, ...stampOf(ctx), version: version + 1 })
      .where(eq(elevatorModules.id, id))
      .returning({ id: elevatorModules.id });
    if (!updated) throw wrongField('serial', 'SERIAL_TAKEN');
    ctx.db.afterCommit(() => announceModules(ctx.services.bus, [id]));
    return await readModule(db, id);
  },

  renewSecret: async (ctx, { id }) => {
    const { db } = ctx;
    const { version } = await find(db, elevatorModules, id, { lock: true });
    const { secret, secretHash } = newCredential();
    await db
      .update(elevatorModules)
      .set({ secretHash, ...stampOf(ctx), version: version + 1 })
      .where(eq(elevatorModules.id, id));
    db.afterCommit(() => announceModules(ctx.services.bus, [id]));
    return { module: await readModule(db, id), secret };
  },

  remove: async ({ db, services }, { id }) => {
    await find(db, elevatorModules, id, { lock: true });
    const opened = await db
      .select({ name: accessDoors.name })
      .from(accessDoors)
      .where(eq(accessDoors.moduleId, id));
    const served = [...(await servedBy(db, id)), ...opened.map(({ name }) => name)];
    if (served.length > 0) throw new Refusal('elevatorModuleInUse', { words: { names: served.join(' · ') } });
    await db.delete(elevatorModules).where(eq(elevatorModules.id, id));
    db.afterCommit(() => announceModules(services.bus, [id]));
    return {};
  },
});
