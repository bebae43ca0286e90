import { settingFaultTexts, settingsProfileCalls } from '@sweepline/contract';
import { faultsOf } from '@sweepline/contract/robot';
import { and, eq, ne, sql } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { checkVersion, find } from '../../platform/db/page.ts';
import { findCompany } from '../companies/company-service.ts';
import { listDrift, listProfiles, readProfile } from './profile-read.ts';
import { profiled } from './rollout-rules.ts';
import { settingsProfiles } from './settings-rollout-table.ts';

/** Refuses what this model cannot have, field by field. What is each robot's own is left out in silence: a copy of a robot brings it. */
function checked({ caller }: Ctx, model: string, values: Record<string, unknown>) {
  const kept = profiled(values);
  const faults = Object.entries(faultsOf(model, kept, []));
  if (faults.length > 0) {
    const fields = faults.map(([key, fault]) => [`values.${key}`, settingFaultTexts[fault][caller.lang]]);
    throw new Refusal('invalid', { fields: Object.fromEntries(fields) as Record<string, string> });
  }
  if (Object.keys(kept).length === 0) throw new Refusal('invalid', { fields: { values: 'none' } });
  return kept;
}

const savedBy = ({ now, account }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

export const settingsProfileAnswers = answer(settingsProfileCalls, {
  list: ({ db }, input) => listProfiles(db, input),

  detail: ({ db }, { id }) => readProfile(db, id),

  create: async (ctx, { companyId, model, values, ...given }) => {
    const { db } = ctx;
    const company = await findCompany(db, companyId);
    const kept = checked(ctx, model, values);
    const saved = savedBy(ctx);
    const [made] = await db
      .insert(settingsProfiles)
      .values({
        ...{ id: newId(), companyId: company.id, model, values: kept, ...given },
        ...{ createdAt: saved.updatedAt, ...saved },
      })
      .onConflictDoNothing()
      .returning({ id: settingsProfiles.id });
    if (!made) throw new Refusal('nameTaken');
    return await readProfile(db, made.id);
  },

  update: async (ctx, { id, version, name, remark, values }) => {
    const { db } = ctx;
    const profile = await find(db, settingsProfiles, id, { lock: true });
    checkVersion(profile, version);
    const { companyId } = settingsProfiles;
    const sameName = sql`lower(${settingsProfiles.name}) = lower(${name ?? ''})`;
    const [taken] =
      name === undefined
        ? []
        : await db
            .select({ id: settingsProfiles.id })
            .from(settingsProfiles)
            .where(and(eq(companyId, profile.companyId), ne(settingsProfiles.id, id), sameName));
    if (taken) throw new Refusal('nameTaken');
    await db
      .update(settingsProfiles)
      .set({
        ...{ version: version + 1, ...savedBy(ctx) },
        ...(name !== undefined && { name }),
        ...(remark !== undefined && { remark }),
        ...(values !== undefined && { values: checked(ctx, profile.model, values) }),
      })
      .where(eq(settingsProfiles.id, id));
    return await readProfile(db, id);
  },

  remove: async ({ db }, { id, version }) => {
    checkVersion(await find(db, settingsProfiles, id, { lock: true }), version);
    await db.delete(settingsProfiles).where(eq(settingsProfiles.id, id));
    return {};
  },

  drift: ({ db }, input) => listDrift(db, input),
});
