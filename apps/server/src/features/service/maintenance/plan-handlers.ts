import { maintenanceLimits, maintenancePlanCalls, type Input } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { templateFor } from '../../../entities/service/checklist-service.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { OwnedTable } from '../../../platform/db/columns.ts';
import { checkVersion, counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { listDues, readDue } from './due-rows.ts';
import { skipDue } from './due-skip.ts';
import { maintenancePlans } from './maintenance-plan-table.ts';
import { previewPlan } from './plan-preview.ts';
import { syncPlan } from './plan-robots.ts';
import { listPlans, readPlan } from './plan-rows.ts';

type Calls = typeof maintenancePlanCalls;
type Targets = Pick<Input<Calls['add']>, 'models' | 'groupIds' | 'siteIds' | 'deviceIds'>;
type PlanInput = Omit<Input<Calls['add']>, 'companyId'>;

/** Refuses a plan for nothing, and a target that the caller may not see like a missing one. */
async function checkTargets({ db }: Pick<Ctx, 'db'>, input: Targets) {
  const { models, groupIds, siteIds, deviceIds } = input;
  if (models.length + groupIds.length + siteIds.length + deviceIds.length === 0)
    throw wrongField('models', 'PLAN_NEEDS_TARGET');
  const areVisible = async (table: OwnedTable, ids: readonly string[]) =>
    ids.length === 0 ||
    (await counted(db, table, and(visible(db, table), inValues(table.id, ids)))) === new Set(ids).size;
  const checks = [
    await areVisible(deviceGroups, input.groupIds),
    await areVisible(sites, input.siteIds),
    await areVisible(devices, input.deviceIds),
  ];
  if (checks.includes(false)) throw new Refusal('notFound');
}

/** Refuses a checklist that orders of the company cannot use, like a missing one. */
async function checkTemplate({ db }: Pick<Ctx, 'db'>, templateId: string | null, companyId: string) {
  const template = templateId === null ? null : await templateFor(db, templateId, companyId);
  if (template === undefined || template?.deletedAt) throw new Refusal('notFound');
}

function valuesOf(input: PlanInput, ctx: Ctx) {
  const { models, groupIds, siteIds, deviceIds, ...columns } = input;
  const at = ctx.now().toISOString();
  return {
    ...columns,
    targets: { models, groupIds, siteIds, deviceIds },
    syncAt: columns.active ? at : null,
    updatedAt: at,
    updatedBy: ctx.account.username,
  };
}

async function add(ctx: Ctx, { companyId: owner, ...input }: Input<Calls['add']>) {
  await checkTargets(ctx, input);
  const { db, now, account } = ctx;
  const companyId = owner ?? account.companyId;
  await findCompany(db, companyId);
  await checkTemplate(ctx, input.templateId, companyId);
  const values = { ...valuesOf(input, ctx), companyId, createdAt: now().toISOString() };
  const [plan] = await db
    .insert(maintenancePlans)
    .values({ id: newId(), ...values })
    .returning();
  await syncPlan(db, plan!, { now, isChanged: true });
  return await readPlan(ctx, plan!.id);
}

async function update(ctx: Ctx, { id, version, ...input }: Input<Calls['update']>) {
  const { db, now } = ctx;
  const row = await find(db, maintenancePlans, id, { lock: true });
  checkVersion(row, version);
  await checkTargets(ctx, input);
  if (input.templateId !== row.templateId) await checkTemplate(ctx, input.templateId, row.companyId);
  const [plan] = await db
    .update(maintenancePlans)
    .set({ ...valuesOf(input, ctx), version: version + 1 })
    .where(eq(maintenancePlans.id, id))
    .returning();
  await syncPlan(db, plan!, { now, isChanged: true });
  return await readPlan(ctx, id);
}

export const maintenancePlanAnswers = answer(maintenancePlanCalls, {
  list: listPlans,
  detail: (ctx, { id }) => readPlan(ctx, id),
  add,
  update,

  remove: async ({ db }, { id }) => {
    await find(db, maintenancePlans, id, { lock: true });
    await db.delete(maintenancePlans).where(eq(maintenancePlans.id, id));
    return {};
  },

  preview: async (ctx, input) => {
    if (input.id !== undefined) await find(ctx.db, maintenancePlans, input.id);
    await checkTargets(ctx, input);
    return await previewPlan(ctx, input, maintenanceLimits.previewed);
  },

  dues: listDues,

  skip: async (ctx, { id, reason }) => {
    await skipDue(ctx, id, reason);
    return await readDue(ctx, id);
  },
});
