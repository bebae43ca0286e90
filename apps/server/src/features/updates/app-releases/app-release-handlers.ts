import { appReleaseCalls, type Input } from '@sweepline/contract';
import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { requireSecondPerson } from '../../../entities/people/approval-service.ts';
import { appReleases, apps, type AppReleaseRow } from '../../../entities/updates/app-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { listInstalls } from './app-install-list.ts';
import { addRelease, recoverAdd } from './app-release-add.ts';
import { findToChange, readRelease, releaseRows, requestersOf, shown } from './app-release-read.ts';
import { checkComplete, checkSettings, stateAfter, stateRefusal } from './app-release-rules.ts';

type Calls = typeof appReleaseCalls;

const sortable = {
  build: appReleases.build,
  uploadedAt: appReleases.uploadedAt,
  releasedAt: appReleases.releasedAt,
};

/** Stores a change as the next revision, and answers the version. */
async function change(ctx: Ctx, row: AppReleaseRow, changes: Partial<AppReleaseRow>) {
  const { db, now, account } = ctx;
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, revision: row.revision + 1 };
  await db
    .update(appReleases)
    .set({ ...changes, ...stamp })
    .where(eq(appReleases.id, row.id));
  return await readRelease(ctx, row.id);
}

async function list(ctx: Ctx, { keyword, appId, state, sort, ...page }: Input<Calls['list']>) {
  const { db } = ctx;
  const pattern = keyword ? contains(keyword) : undefined;
  const where = and(
    visible(db, appReleases),
    pattern
      ? or(ilike(apps.name, pattern), ilike(apps.packageId, pattern), ilike(appReleases.version, pattern))
      : undefined,
    appId ? eq(appReleases.appId, appId) : undefined,
    state && state.length > 0 ? inArray(appReleases.state, state) : undefined,
  );
  const rows = releaseRows(db)
    .where(where)
    .orderBy(...orderBy(sortable, sort, appReleases.id));
  const joined = sql`${appReleases} inner join ${apps} on ${apps.id} = ${appReleases.appId}`;
  const found = await paginate(page, rows, counted(db, joined, where));
  return { total: found.total, list: await shown(ctx, found.list) };
}

async function update(ctx: Ctx, { id, revision, ...settings }: Input<Calls['update']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row.state, 'UPDATE');
  checkSettings(settings, row.build, ctx.now());
  const unchecked = { state, reasons: '', checkedAt: null, checkedById: null, releaseAt: null };
  return await change(ctx, row, { ...settings, ...unchecked });
}

async function check(ctx: Ctx, { id, revision, approved, reasons }: Input<Calls['check']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row.state, approved ? 'APPROVE' : 'REFUSE');
  if (!approved && reasons === '') throw wrongField('reasons', 'REASON_MISSING');
  if (approved) {
    await requireSecondPerson(ctx, requestersOf(row));
    checkComplete(row);
  }
  const checked = { checkedAt: ctx.now().toISOString(), checkedById: ctx.account.id };
  return await change(ctx, row, { state, reasons: approved ? '' : reasons, ...checked });
}

async function changeWhitelist(ctx: Ctx, { id, revision, whitelist }: Input<Calls['changeWhitelist']>) {
  const row = await findToChange(ctx, { id, revision });
  if (row.state === 'EXPIRED') throw stateRefusal(row.state);
  // A version that is approved for named installs always has one.
  const isApproved = row.state === 'PUBLISHED' || row.state === 'PENDING_RELEASE';
  if (isApproved) checkComplete({ ...row, whitelist });
  return await change(ctx, row, { whitelist });
}

/** Goes on where a halt stopped the clock of the stages. */
async function resume(ctx: Ctx, row: AppReleaseRow & { haltedAt: string }) {
  const haltedMs = Math.max(0, ctx.now().getTime() - Date.parse(row.haltedAt));
  return await change(ctx, row, { haltedAt: null, pausedMs: row.pausedMs + haltedMs });
}

async function publish(ctx: Ctx, { id, at }: Input<Calls['publish']>) {
  const row = await findToChange(ctx, { id });
  const { haltedAt } = row;
  if (row.state === 'PUBLISHED' && haltedAt !== null && at === null)
    return await resume(ctx, { ...row, haltedAt });
  const state = stateAfter(row.state, 'PUBLISH');
  const now = ctx.now().toISOString();
  // Only an approved version waits for its time: one that was published before is published again at once.
  if (at !== null && row.state !== 'PENDING_RELEASE') throw stateRefusal(row.state);
  if (at !== null && at <= now) throw wrongField('at', 'RELEASE_IN_PAST');
  if (row.expiresAt !== null && row.expiresAt <= (at ?? now))
    throw wrongField('at', 'EXPIRES_BEFORE_RELEASE');
  checkComplete(row);
  const app = await find(ctx.db, apps, row.appId);
  if (app.state !== 'PUBLISHED') throw wrongField('id', 'APP_NOT_PUBLISHED');
  if (at !== null) return await change(ctx, row, { releaseAt: at });
  return await change(ctx, row, { state, releaseAt: null, releasedAt: now, haltedAt: null, pausedMs: 0 });
}

async function halt(ctx: Ctx, { id }: Input<Calls['halt']>) {
  const row = await findToChange(ctx, { id });
  if (row.state !== 'PUBLISHED') throw stateRefusal(row.state);
  if (row.haltedAt !== null) throw stateRefusal('HALTED');
  return await change(ctx, row, { haltedAt: ctx.now().toISOString() });
}

export const appReleaseAnswers = answer(appReleaseCalls, {
  list,
  detail: (ctx, { id }) => readRelease(ctx, id),
  add: withoutTransaction(addRelease, recoverAdd),
  update,
  changeWhitelist,
  check,
  publish,
  halt,

  unlist: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    return await change(ctx, row, { state: stateAfter(row.state, 'UNLIST'), haltedAt: null });
  },

  remove: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    stateAfter(row.state, 'DELETE');
    await ctx.db.delete(appReleases).where(eq(appReleases.id, id));
    return {};
  },

  installs: listInstalls,
});
