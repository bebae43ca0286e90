import { createHash } from 'node:crypto';
import type { ReportShare } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { isFrozen } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import { reportShares } from './report-share-table.ts';

export type ReportShareRow = typeof reportShares.$inferSelect;

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const stateOf = ({ revokedAt, expiresAt }: ReportShareRow, now: Clock): ReportShare['state'] => {
  if (revokedAt) return 'REVOKED';
  return Date.parse(expiresAt) <= now().getTime() ? 'EXPIRED' : 'OPEN';
};

/** A link as its owners see it. */
export const shown = (row: ReportShareRow, now: Clock): ReportShare => ({ ...row, state: stateOf(row, now) });

/**
 * The link a token opens. One that ran out, was revoked, never was, or is of a company that is frozen is answered alike. Only this
 * one look goes over all companies.
 */
async function openShare(db: Db, now: Clock, token: string): Promise<ReportShareRow> {
  return await inScope(
    db,
    '*',
    async (all) => {
      const [found] = await all
        .select({ share: reportShares, path: companies.path })
        .from(reportShares)
        .innerJoin(companies, eq(companies.id, reportShares.companyId))
        .where(eq(reportShares.tokenHash, hashOf(token)));
      if (!found || stateOf(found.share, now) !== 'OPEN' || (await isFrozen(all, found.path)))
        throw new Refusal('shareGone');
      return found.share;
    },
    { readOnly: true },
  );
}

/** Reads for whoever holds a token, fenced to the one company the link is of. */
export async function withShare<T>(
  db: Db,
  now: Clock,
  token: string,
  work: (tx: Tx, share: ReportShareRow) => Promise<T>,
): Promise<T> {
  const share = await openShare(db, now, token);
  return await inScope(db, [share.companyId], (tx) => work(tx, share), { readOnly: true });
}

/** Counts an opening. Revoked in the meantime it counts no more. */
export const countOpening = (db: Db, now: Clock, { id, companyId }: ReportShareRow) =>
  inScope(db, [companyId], (tx) =>
    tx
      .update(reportShares)
      .set({ opened: sql`${reportShares.opened} + 1`, lastOpenedAt: now().toISOString() })
      .where(and(eq(reportShares.id, id))),
  );
