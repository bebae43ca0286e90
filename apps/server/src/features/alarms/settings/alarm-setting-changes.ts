import {
  maxPushOffDays,
  reasonedLevel,
  type alarmSettingCalls,
  type AlarmSettingRow,
  type Input,
} from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, visible } from '../../../platform/db/page.ts';
import { readSetting } from './alarm-setting-reads.ts';
import { isInForce, pushOf, type StoredSetting } from './alarm-setting-rules.ts';
import { applyLevels } from './open-alarm-levels.ts';

type SetInput = Input<typeof alarmSettingCalls.setAlarm>;

const dayMs = 86_400_000;

/** The stored row of exactly this company, code, type of errors and model; locked. */
async function lockedRow(db: Tx, { companyId, code, errorType, model }: SetInput) {
  const [row] = await db
    .select()
    .from(alarmSettings)
    .where(
      and(
        visible(db, alarmSettings),
        eq(alarmSettings.companyId, companyId),
        eq(alarmSettings.code, code),
        eq(alarmSettings.errorType, errorType),
        eq(alarmSettings.model, model),
      ),
    )
    .for('update');
  return row;
}

/** Refuses a save on an older version. A person of a company above is not named. */
async function refuseOutdated(db: Tx, { updatedById, updatedAt }: StoredSetting): Promise<never> {
  const [author] = updatedById
    ? await db
        .select({ name: accounts.username })
        .from(accounts)
        .where(and(eq(accounts.id, updatedById), visible(db, accounts)))
    : [];
  throw changedMeanwhile(author?.name ?? '', updatedAt);
}

function checkEnd({ push, pushUntil }: SetInput, now: Date): void {
  if (push !== 'OFF_UNTIL' || !pushUntil) return;
  const aheadMs = Date.parse(pushUntil) - now.getTime();
  if (aheadMs <= 0) throw wrongField('pushUntil', 'NOT_IN_FUTURE');
  if (aheadMs > maxPushOffDays * dayMs) throw wrongField('pushUntil', 'TOO_FAR_AHEAD');
}

/** The columns that the input changes. */
function changesOf(ctx: Ctx, input: SetInput, row: StoredSetting | undefined) {
  const now = ctx.now();
  const { level, fixer, push, pushUntil, reason, orderMode, orderAfterMinutes } = input;
  const stored = push === undefined ? undefined : pushOf(push, pushUntil, now);
  const isOff = (stored?.push ?? row?.push ?? null) === 'OFF' && stored?.push !== null;
  const text = isOff ? (reason ?? row?.pushOffReason ?? '') : '';
  const isNew =
    stored !== undefined &&
    (stored.push !== (row?.push ?? null) || stored.pushOffUntil !== (row?.pushOffUntil ?? null));
  return {
    ...(level !== undefined && { level }),
    ...(fixer !== undefined && { fixer }),
    ...(orderMode !== undefined && {
      orderMode,
      orderAfterMinutes: orderMode === 'AUTO' ? (orderAfterMinutes ?? 0) : null,
    }),
    ...stored,
    pushOffReason: text,
    ...(isNew && { pushChangedAt: now.toISOString(), pushChangedById: ctx.account.id }),
    updatedAt: now.toISOString(),
    updatedBy: ctx.account.username,
    updatedById: ctx.account.id,
  };
}

async function store(ctx: Ctx, input: SetInput): Promise<StoredSetting> {
  const { db } = ctx;
  const row = await lockedRow(db, input);
  if (row && row.version !== input.version) return await refuseOutdated(db, row);
  const changes = changesOf(ctx, input, row);
  if (row) {
    const next = { ...changes, version: row.version + 1 };
    const [updated] = await db
      .update(alarmSettings)
      .set(next)
      .where(eq(alarmSettings.id, row.id))
      .returning();
    return updated!;
  }
  const { companyId, code, errorType, model } = input;
  const [created] = await db
    .insert(alarmSettings)
    .values({ companyId, code, errorType, model, ...changes })
    .onConflictDoNothing()
    .returning();
  if (created) return created;
  // Another call stored the first version at the same time.
  const first = await lockedRow(db, input);
  return await refuseOutdated(db, first!);
}

/** Changes what a company decides about a code, and applies a new level to its open alarms. */
export async function setAlarm(ctx: Ctx, input: SetInput): Promise<AlarmSettingRow> {
  const { companyId, code, errorType, model } = input;
  const company = await findCompany(ctx.db, companyId);
  checkEnd(input, ctx.now());
  const stored = await store(ctx, input);
  const setting = await readSetting(ctx, { companyId, code, errorType, model });
  if (isInForce(stored, ctx.now()) && setting.level.value === reasonedLevel && stored.pushOffReason === '')
    throw wrongField('reason', 'REASON_MISSING');
  if (input.level !== undefined) await applyLevels(ctx, company.path, code);
  return setting;
}
