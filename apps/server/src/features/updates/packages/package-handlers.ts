import { otaPackageCalls, packageMay, type ReleaseAct } from '@sweepline/contract';
import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import {
  otaPackages,
  otaWhitelists,
  type OtaPackageRow,
} from '../../../entities/updates/ota-package-table.ts';
import { requireSecondPerson } from '../../../entities/people/approval-service.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { addPackage, checkExpiry, recoverAdd } from './package-add.ts';
import { findToChange, packageRows, readable, readPackage, requestersOf, shown } from './package-read.ts';
import { noticeApproval } from './package-notices.ts';
import { stateAfter, stateRefusal } from './package-rules.ts';
import type { ReleaseKeys } from './package-signature-service.ts';

/** The numbers of a version, so that 1.10 follows 1.9. */
const versionNumbers = sql`string_to_array(regexp_replace(${otaPackages.version}, '[-+].*$', ''), '.')::int[]`;
const sortable = {
  name: otaPackages.name,
  version: versionNumbers,
  bytes: otaPackages.bytes,
  uploadedAt: otaPackages.uploadedAt,
  releasedAt: otaPackages.releasedAt,
};

/** Stores a change as the next revision, and answers the package. */
async function change(ctx: Ctx, row: OtaPackageRow, changes: Partial<OtaPackageRow>) {
  const { db, now, account } = ctx;
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, revision: row.revision + 1 };
  await db
    .update(otaPackages)
    .set({ ...changes, ...stamp })
    .where(eq(otaPackages.id, row.id));
  return await readPackage(ctx, row.id);
}

/** Refuses a package for named robots without any. */
async function checkWhitelist(db: Tx, { id, releaseScope }: OtaPackageRow): Promise<void> {
  if (releaseScope !== 'WHITELIST') return;
  const robots = await counted(db, otaWhitelists, eq(otaWhitelists.packageId, id));
  if (robots === 0) throw wrongField('releaseScope', 'WHITELIST_MISSING');
}

async function publish(ctx: Ctx, { id, at }: { id: string; at: string | null }) {
  const row = await findToChange(ctx, { id });
  const state = stateAfter(row.state, 'PUBLISH');
  const now = ctx.now().toISOString();
  // Only an approved package waits for its time: one that was published before is published again at once.
  if (at !== null && row.state !== 'PENDING_RELEASE') throw stateRefusal(row.state);
  if (at !== null && at <= now) throw wrongField('at', 'RELEASE_IN_PAST');
  if (row.expiresAt !== null && row.expiresAt <= (at ?? now))
    throw wrongField('at', 'EXPIRES_BEFORE_RELEASE');
  await checkWhitelist(ctx.db, row);
  if (at !== null) return await change(ctx, row, { releaseAt: at });
  return await change(ctx, row, { state, releaseAt: null, releasedAt: now });
}

export const otaPackageAnswers = (keys: ReleaseKeys) =>
  answer(otaPackageCalls, {
    list: async ({ db }, { keyword, state, pkgType, model, sort, ...page }) => {
      const pattern = keyword ? contains(keyword) : undefined;
      const where = and(
        readable(db),
        pattern ? or(ilike(otaPackages.name, pattern), ilike(otaPackages.version, pattern)) : undefined,
        state && state.length > 0 ? inArray(otaPackages.state, state) : undefined,
        pkgType ? eq(otaPackages.pkgType, pkgType) : undefined,
        model ? sql`${model} = any(${otaPackages.models})` : undefined,
      );
      const rows = packageRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, sort, otaPackages.id));
      const { list, total } = await paginate(page, rows, counted(db, otaPackages, where));
      return { total, list: await shown(db, list) };
    },

    detail: (ctx, { id }) => readPackage(ctx, id),

    add: withoutTransaction((ctx, input) => addPackage(ctx, keys, input), recoverAdd),

    update: async (ctx, { id, revision, ...settings }) => {
      const row = await findToChange(ctx, { id, revision });
      const state = stateAfter(row.state, 'UPDATE');
      checkExpiry(ctx, settings);
      const unchecked = { state, reasons: '', checkedAt: null, checkedById: null, releaseAt: null };
      return await change(ctx, row, { ...settings, ...unchecked });
    },

    check: async (ctx, { id, revision, approved, reasons }) => {
      const row = await findToChange(ctx, { id, revision });
      const state = stateAfter(row.state, approved ? 'APPROVE' : 'REFUSE');
      if (!approved && reasons === '') throw wrongField('reasons', 'REASON_MISSING');
      if (approved) {
        await requireSecondPerson(ctx, requestersOf(row));
        await checkWhitelist(ctx.db, row);
        await noticeApproval(ctx, row);
      }
      const checked = { checkedAt: ctx.now().toISOString(), checkedById: ctx.account.id };
      return await change(ctx, row, { state, reasons: approved ? '' : reasons, ...checked });
    },

    publish,

    unlist: async (ctx, { id }) => {
      const row = await findToChange(ctx, { id });
      return await change(ctx, row, { state: stateAfter(row.state, 'UNLIST') });
    },

    remove: async (ctx, { id }) => {
      const row = await findToChange(ctx, { id });
      const act: ReleaseAct = 'DELETE';
      if (!packageMay(row.state, act)) throw stateRefusal(row.state);
      await ctx.db.delete(otaPackages).where(eq(otaPackages.id, id));
      return {};
    },
  });
