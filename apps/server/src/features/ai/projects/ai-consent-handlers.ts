import { aiConsentCalls, type AiConsent, type Input } from '@sweepline/contract';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { aiConsents, aiImages, aiProjectDevices } from '../../../entities/ai/ai-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { removeImages } from '../images/image-removal-service.ts';
import { cancelJobs, endCollections } from './ai-collecting.ts';
import { renewAiSections } from './ai-section-service.ts';

const imagesOf = sql<number>`(select count(*)::int from ${aiImages} where ${aiImages.siteId} = ${aiConsents.siteId})`;
const collectingOf = sql<number>`(select count(*)::int from ${aiProjectDevices}
  where ${aiProjectDevices.siteId} = ${aiConsents.siteId} and ${aiProjectDevices.jobId} is not null and ${aiProjectDevices.endedAt} is null)`;

const consentRows = (db: Tx) =>
  db
    .select({
      row: aiConsents,
      companyName: companies.name,
      siteName: sites.name,
      images: imagesOf,
      collecting: collectingOf,
    })
    .from(aiConsents)
    .innerJoin(companies, eq(companies.id, aiConsents.companyId))
    .innerJoin(sites, eq(sites.id, aiConsents.siteId))
    .$dynamic();
type Found = Awaited<ReturnType<typeof consentRows>>[number];

/** A withdrawn consent of a site shows nothing of what a later one collects. */
const consentOf = ({ row, images, collecting, ...names }: Found, at: string): AiConsent => {
  const isOpen = row.withdrawnAt === null;
  const counts = isOpen ? { images, collecting } : { images: 0, collecting: 0 };
  return { ...row, ...names, ...counts, inForce: isOpen && row.until > at };
};

async function readConsent(db: Tx, id: string, now: Date): Promise<AiConsent> {
  const [found] = await consentRows(db).where(and(eq(aiConsents.id, id), visible(db, aiConsents)));
  if (!found) throw new Refusal('notFound');
  return consentOf(found, now.toISOString());
}

/** A company above sees consents and gives none: it would agree with itself. */
async function checkOwn({ account }: Ctx, db: Tx, companyId: string): Promise<void> {
  if (account.companyId === companyId) return;
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  throw new Refusal('consentOfCompany', { words: { company: company?.name ?? '' } });
}

/** Robots of a site whose collections are not over. */
const openOf = (db: Tx, siteId: string) =>
  db
    .select({ id: aiProjectDevices.id, deviceId: aiProjectDevices.deviceId })
    .from(aiProjectDevices)
    .where(
      and(
        eq(aiProjectDevices.siteId, siteId),
        isNotNull(aiProjectDevices.jobId),
        isNull(aiProjectDevices.endedAt),
      ),
    );

async function add(ctx: Ctx, { siteId, ...terms }: Input<typeof aiConsentCalls.add>) {
  const { db, now, account } = ctx;
  const site = await find(db, sites, siteId, { lock: true });
  await checkOwn(ctx, db, site.companyId);
  const at = now().toISOString();
  if (terms.until <= at) throw wrongField('until', 'UNTIL_PAST');
  const by = account.username;
  // New terms take the place of those before, of which the record stays.
  await db
    .update(aiConsents)
    .set({ withdrawnAt: at, withdrawnBy: by })
    .where(and(eq(aiConsents.siteId, siteId), isNull(aiConsents.withdrawnAt)));
  const id = newId();
  await db
    .insert(aiConsents)
    .values({ id, companyId: site.companyId, siteId, ...terms, givenAt: at, givenBy: by });
  const open = await openOf(db, siteId);
  const ids = open.map(({ deviceId }) => deviceId);
  await renewAiSections({ db, now, bus: ctx.services.bus }, ids, by);
  return await readConsent(db, id, now());
}

/** Collection stops at once; pictures and labels of the site are deleted in the same transaction. */
async function withdraw(ctx: Ctx, robots: Robots, id: string) {
  const jobs = await inShortTransaction(ctx, async (db) => {
    const consent = await find(db, aiConsents, id, { lock: true });
    await checkOwn(ctx, db, consent.companyId);
    if (consent.withdrawnAt !== null) throw new Refusal('wrongState');
    const withdrawn = { withdrawnAt: ctx.now().toISOString(), withdrawnBy: ctx.account.username };
    await db.update(aiConsents).set(withdrawn).where(eq(aiConsents.id, id));
    const open = await openOf(db, consent.siteId);
    const ended = open.length > 0 ? await endCollections(ctx, db, open, 'WITHDRAWN') : [];
    await removeImages(db, eq(aiImages.siteId, consent.siteId));
    return ended;
  });
  await cancelJobs(ctx, robots, jobs);
  return await inShortTransaction(ctx, (db) => readConsent(db, id, ctx.now()));
}

const readAgain = (ctx: Ctx, { id }: { id: string }) =>
  inShortTransaction(ctx, (db) => readConsent(db, id, ctx.now()));

export const aiConsentAnswers = (robots: Robots) =>
  answer(aiConsentCalls, {
    list: async ({ db, now }, { siteId, ...page }) => {
      const where = and(visible(db, aiConsents), siteId ? eq(aiConsents.siteId, siteId) : undefined);
      const rows = consentRows(db).where(where).orderBy(desc(aiConsents.givenAt), desc(aiConsents.id));
      const { list, total } = await paginate(page, rows, counted(db, aiConsents, where));
      const at = now().toISOString();
      return { list: list.map((it) => consentOf(it, at)), total };
    },

    detail: ({ db, now }, { id }) => readConsent(db, id, now()),

    add,

    withdraw: withoutTransaction(
      (ctx: Ctx, { id }: Input<typeof aiConsentCalls.withdraw>) => withdraw(ctx, robots, id),
      fromChanged(aiConsents, readAgain),
    ),
  });
