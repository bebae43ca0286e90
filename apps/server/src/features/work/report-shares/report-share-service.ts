import { createHash } from 'node:crypto';
import type { ReportShare } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { reportShares } from './report-share-table.ts';

export type ReportShareRow = typeof reportShares.$inferSelect;

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const stateOf = ({ revokedAt, expiresAt }: ReportShareRow, now: Clock): ReportShare['state'] => {
  if (revokedAt) return 'REVOKED';
  return Date.parse(expiresAt) <= now().getTime() ? 'EXPIRED' : 'OPEN';
};

/** A link in the form for its owners. */
export const toShare = (row: ReportShareRow, now: Clock): ReportShare => ({
  ...row,
  state: stateOf(row, now),
});

/**
 * The link of a token. An expired, revoked or unknown link and one of a frozen company get the same refusal. Only this query runs
 * over all companies.
 */
async function openShare(db: Db, now: Clock, token: string): Promise<ReportShareRow> {
  return await inScope(
    db,
    '*',
    async (all) => {
      const [row] = await all
        .select({ share: reportShares, path: companies.path })
        .from(reportShares)
        .innerJoin(companies, eq(companies.id, reportShares.companyId))
        .where(eq(reportShares.tokenHash, hashOf(token)));
      if (!row || stateOf(row.share, now) !== 'OPEN' || (await isFrozen(all, row.path)))
        throw new Refusal('shareGone');
      return row.share;
    },
    { readOnly: true },
  );
}

/** Runs a read-only transaction for the reader with this token, in the scope of the link's company. */
export async function withShare<T>(
  db: Db,
  now: Clock,
  token: string,
  work: (tx: Tx, share: ReportShareRow) => Promise<T>,
): Promise<T> {
  const share = await openShare(db, now, token);
  return await inScope(db, [share.companyId], (tx) => work(tx, share), { readOnly: true });
}

/** Counts an opening of a link. */
export const countOpening = (db: Db, now: Clock, { id, companyId }: ReportShareRow) =>
  inScope(db, [companyId], (tx) =>
    tx
      .update(reportShares)
      .set({ opened: sql`${reportShares.opened} + 1`, lastOpenedAt: now().toISOString() })
      .where(and(eq(reportShares.id, id))),
  );
