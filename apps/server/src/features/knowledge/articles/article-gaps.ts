import { foldText, maxArticleGaps, type ArticleGaps, type Lang } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { articleGaps, articles } from './article-table.ts';

const dayMs = 86_400_000;
/** Searches are forgotten after this time, and alarms count for it. */
const gapDays = 90;
/** More different searches than this are forgotten from the oldest on: anyone can send them. */
const maxStored = 5_000;
const minLength = 3;
/** Texts that look like a mail address or a phone number are not stored: support needs the question, not the person. */
const isPersonal = /@|(?:\d[ ./-]?){7,}/;

/** Counts a search that found nothing. */
export async function countGap({ services, now, caller }: Ctx, search: string): Promise<void> {
  const text = foldText(search);
  if (text.length < minLength || isPersonal.test(search)) return;
  const lastAt = now().toISOString();
  await inScope(services.db, '*', (tx) =>
    tx
      .insert(articleGaps)
      .values({ lang: caller.lang, text, lastAt })
      .onConflictDoUpdate({
        target: [articleGaps.lang, articleGaps.text],
        set: { searches: sql`${articleGaps.searches} + 1`, lastAt },
      }),
  );
}

/** Forgets searches that are old, or too many. */
export async function trimGaps(db: Db, now: Clock): Promise<void> {
  const before = new Date(now().getTime() - gapDays * dayMs).toISOString();
  await inScope(db, '*', async (tx) => {
    await tx.delete(articleGaps).where(lt(articleGaps.lastAt, before));
    const [last] = await tx
      .select({ lastAt: articleGaps.lastAt })
      .from(articleGaps)
      .orderBy(desc(articleGaps.lastAt))
      .offset(maxStored)
      .limit(1);
    if (last) await tx.delete(articleGaps).where(lt(articleGaps.lastAt, last.lastAt));
  });
}

/** Searches name no company, so only those who see all companies see them. */
const seesSearches = ({ account }: Pick<Ctx, 'account'>) => account.scope === '*';

const searchesOf = (db: Tx) =>
  asSystem(db, (all) =>
    all
      .select()
      .from(articleGaps)
      .orderBy(desc(articleGaps.searches), desc(articleGaps.lastAt))
      .limit(maxArticleGaps),
  );

/** Codes that have been raised in the tenant scope and have no article that readers have. */
async function codesOf({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ArticleGaps['codes']> {
  const since = new Date(now().getTime() - gapDays * dayMs).toISOString();
  const covered = await db
    .selectDistinct({ code: sql<string>`unnest(${articles.alarmCodes})` })
    .from(articles)
    .where(and(eq(articles.isLive, true), visible(db, articles)));
  const known = new Set(covered.map(({ code }) => code));
  const missing = Object.keys(alarmCodes).filter((code) => !known.has(code));
  if (missing.length === 0) return [];
  const count = sql<number>`count(*)::int`;
  return await db
    .select({ code: alarms.code, alarms: count })
    .from(alarms)
    .where(and(visible(db, alarms), inArray(alarms.code, missing), gte(alarms.arrivedAt, since)))
    .groupBy(alarms.code)
    .orderBy(desc(count), alarms.code)
    .limit(maxArticleGaps);
}

export async function readGaps(ctx: Ctx): Promise<ArticleGaps> {
  const codes = await codesOf(ctx);
  return { searches: seesSearches(ctx) ? await searchesOf(ctx.db) : [], codes };
}

/** Removes a search from the list: it is answered, or no question for the knowledge base. */
export async function closeGap(ctx: Ctx, { lang, text }: { lang: Lang; text: string }) {
  if (!seesSearches(ctx)) throw new Refusal('forbidden');
  await asSystem(ctx.db, (all) =>
    all.delete(articleGaps).where(and(eq(articleGaps.lang, lang), eq(articleGaps.text, text))),
  );
  return {};
}
