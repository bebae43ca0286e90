import { fieldReason, settingsProfileCalls, type FieldReason } from '@sweepline/contract';
import { faultsOf } from '@sweepline/contract/robot';
import { and, eq, ne, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { listDrift, listProfiles, readProfile } from './profile-read.ts';
import { profileValuesOf } from './rollout-rules.ts';
import { settingsProfiles } from './settings-rollout-table.ts';

/** Returns the profile values, or throws a refusal with a fault per field. Keys of a single robot are dropped without a fault. */
function checkValues(model: string, input: Record<string, unknown>) {
  const values = profileValuesOf(input);
  const faults = Object.entries(faultsOf(model, values, []));
  const fields: Record<string, FieldReason> = {};
  for (const [key, fault] of faults) fields[`values.${key}`] = fieldReason(`SETTING_${fault}`);
  if (faults.length > 0) throw new Refusal('invalid', { fields });
  if (Object.keys(values).length === 0) throw wrongField('values', 'SETTINGS_EMPTY');
  return values;
}

const savedBy = ({ now, account }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

export const settingsProfileAnswers = answer(settingsProfileCalls, {
  list: ({ db }, input) => listProfiles(db, input),

  detail: ({ db }, { id }) => readProfile(db, id),

  create: async (ctx, { companyId, model, values, ...fields }) => {
    const { db } = ctx;
    const company = await findCompany(db, companyId);
    const profileValues = checkValues(model, values);
    const saved = savedBy(ctx);
    const [inserted] = await db
      .insert(settingsProfiles)
      .values({
        id: newId(),
        companyId: company.id,
        model,
        values: profileValues,
        ...fields,
        createdAt: saved.updatedAt,
        ...saved,
      })
      .onConflictDoNothing()
      .returning({ id: settingsProfiles.id });
    if (!inserted) throw new Refusal('nameTaken');
    return await readProfile(db, inserted.id);
  },

  update: async (ctx, { id, version, name, remark, values }) => {
    const { db } = ctx;
    const profile = await find(db, settingsProfiles, id, { lock: true });
    checkVersion(profile, version);
    const { companyId } = settingsProfiles;
    const sameName = sql`lower(${settingsProfiles.name}) = lower(${name ?? ''})`;
    const [existing] =
      name === undefined
        ? []
        : await db
            .select({ id: settingsProfiles.id })
            .from(settingsProfiles)
            .where(and(eq(companyId, profile.companyId), ne(settingsProfiles.id, id), sameName));
    if (existing) throw new Refusal('nameTaken');
    await db
      .update(settingsProfiles)
      .set({
        version: version + 1,
        ...savedBy(ctx),
        ...(name !== undefined && { name }),
        ...(remark !== undefined && { remark }),
        ...(values !== undefined && { values: checkValues(profile.model, values) }),
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
