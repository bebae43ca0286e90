import { createHash } from 'node:crypto';
import { silentAfterMs, type ScreenState } from '@sweepline/contract';
import { and, desc, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { isFrozen, scopeOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Scope, type Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { screens } from './screen-table.ts';

export type ScreenRow = typeof screens.$inferSelect;

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const stateAt = (now: Clock) => {
  const silentSince = new Date(now().getTime() - silentAfterMs).toISOString();
  return sql<ScreenState>`case when ${screens.revokedAt} is not null then 'REVOKED' when ${screens.lastSeenAt} is null then 'WAITING'
    when ${screens.lastSeenAt} < ${silentSince}::timestamptz then 'SILENT' else 'LIVE' end`;
};

const siteOf = sql<{ id: string; name: string } | null>`(
  select jsonb_build_object('id', s.id, 'name', s.name) from ${sites} s where s.id = ${screens.siteId})`;

/** Displays in the form of the contract, newest first. Whether one is silent is decided by the query. */
export const screenRows = (db: Tx, now: Clock, where: SQL | undefined) =>
  db
    .select({
      id: screens.id,
      companyId: screens.companyId,
      companyName: companies.name,
      site: siteOf,
      name: screens.name,
      scenes: screens.scenes,
      lang: screens.lang,
      area: screens.area,
      volume: screens.volume,
      showSn: screens.showSn,
      showAddress: screens.showAddress,
      state: stateAt(now),
      lastSeenAt: screens.lastSeenAt,
      createdAt: screens.createdAt,
      createdBy: screens.createdBy,
      revokedAt: screens.revokedAt,
      revokedBy: screens.revokedBy,
      version: screens.version,
    })
    .from(screens)
    .innerJoin(companies, eq(companies.id, screens.companyId))
    .where(and(visible(db, screens), where))
    .orderBy(desc(screens.createdAt), desc(screens.id));

/** The condition for displays in one of these states. */
export const inStates = (now: Clock, states: readonly ScreenState[]) =>
  sql`${stateAt(now)} = any(${sql.param(`{${states.join(',')}}`)})`;

export async function readScreen(db: Tx, now: Clock, id: string) {
  const [row] = await screenRows(db, now, eq(screens.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}

/**
 * The display of a token and the companies it sees: its own company and those below it, not those of its maker. An unknown or revoked
 * token and one of a frozen company get the same refusal. Only this query runs over all companies.
 */
async function openScreen(db: Db, token: string): Promise<{ screen: ScreenRow; scope: Scope }> {
  return await inScope(
    db,
    '*',
    async (all) => {
      const [row] = await all
        .select({ screen: screens, type: companies.type, path: companies.path })
        .from(screens)
        .innerJoin(companies, eq(companies.id, screens.companyId))
        .where(and(eq(screens.tokenHash, hashOf(token)), isNull(screens.revokedAt)));
      if (!row || (await isFrozen(all, row.path))) throw new Refusal('notFound');
      const scope = await scopeOf(all, { id: row.screen.id, staffKind: 'MEMBER', roleType: 2 }, row);
      return { screen: row.screen, scope };
    },
    { readOnly: true },
  );
}

/** Runs a read-only transaction for the display with this token. A display whose site left its companies is refused. */
export async function withScreen<T>(
  db: Db,
  token: string,
  work: (tx: Tx, screen: ScreenRow) => Promise<T>,
): Promise<T> {
  const { screen, scope } = await openScreen(db, token);
  return await inScope(
    db,
    scope,
    async (tx) => {
      if (screen.siteId) await find(tx, sites, screen.siteId);
      return await work(tx, screen);
    },
    { readOnly: true },
  );
}

/** A display asks several times a minute; one write a minute is enough to notice its silence. */
const seenEveryMs = 60_000;

/** Records that a display is on. */
export async function recordSeen(
  db: Db,
  now: Clock,
  { id, companyId, lastSeenAt }: ScreenRow,
): Promise<void> {
  const before = new Date(now().getTime() - seenEveryMs).toISOString();
  if (lastSeenAt !== null && lastSeenAt > before) return;
  await inScope(db, [companyId], (tx) =>
    tx
      .update(screens)
      .set({ lastSeenAt: now().toISOString() })
      // Of two requests at once, one writes.
      .where(and(eq(screens.id, id), or(isNull(screens.lastSeenAt), lte(screens.lastSeenAt, before)))),
  );
}
