import { permissions, type Input, type ownAgreementCalls, type SiteConsent } from '@sweepline/contract';
import { asc, eq } from 'drizzle-orm';
import {
  countsAsConsent,
  inForce,
  lastConsents,
  videoVersions,
} from '../../../entities/people/agreement-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { readText } from './agreement-read.ts';
import { addRecord } from './agreement-record.ts';
import { textAsSeen } from './agreement-rules.ts';

type Calls = typeof ownAgreementCalls;

const mayDecide = ({ account }: Pick<Ctx, 'account'>, companyId: string) =>
  account.companyId === companyId && hasPermission(account, permissions.siteUpdate);

/** The sites of the tenant scope with their consents, and the text that the caller's company consents to. */
export async function listSiteConsents(ctx: Ctx, page: Input<Calls['sites']>) {
  const { db, account, now, caller } = ctx;
  const where = visible(db, sites);
  const rows = db
    .select({ site: sites, companyName: companies.name, region: companies.region })
    .from(sites)
    .innerJoin(companies, eq(companies.id, sites.companyId))
    .where(where)
    .orderBy(asc(companies.name), asc(sites.name), asc(sites.id));
  const { list, total } = await paginate(page, rows, counted(db, sites, where));
  const versions = await videoVersions(db, now());
  const last = await lastConsents(
    db,
    list.map(({ site }) => site.id),
  );
  const own = await asSystem(db, (all) =>
    all.select({ region: companies.region }).from(companies).where(eq(companies.id, account.companyId)),
  );
  const [text] = inForce(versions, own[0]?.region ?? '');
  const consents = list.map(({ site, companyName, region }): SiteConsent => {
    const [asked] = inForce(versions, region);
    const record = last.get(site.id);
    return {
      siteId: site.id,
      siteName: site.name,
      companyName,
      isRequired: asked !== undefined,
      isGiven: asked !== undefined && countsAsConsent(record, asked),
      at: record?.at ?? null,
      by: record?.accountName ?? null,
      mayDecide: mayDecide(ctx, site.companyId),
    };
  });
  return { list: consents, total, text: text ? readText(text.current, caller.lang) : null };
}

/** The site, locked: of a consent and its withdrawal at the same time the later one counts. */
async function siteToDecide(ctx: Ctx, siteId: string) {
  const site = await find(ctx.db, sites, siteId, { lock: true });
  if (mayDecide(ctx, site.companyId)) return site;
  if (ctx.account.companyId === site.companyId) throw new Refusal('forbidden');
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, site.companyId));
  throw new Refusal('consentOfCompany', { words: { company: company?.name ?? '' } });
}

/** A company consents for one of its sites. */
export async function consentOfSite(
  ctx: Ctx,
  { siteId, texts }: { siteId: string; texts: Input<Calls['accept']>['texts'] },
) {
  const { db, now } = ctx;
  const site = await siteToDecide(ctx, siteId);
  const [company] = await db.select().from(companies).where(eq(companies.id, site.companyId));
  const [text] = inForce(await videoVersions(db, now()), company?.region ?? '');
  const [seen] = texts;
  if (!text || !seen || seen.id !== text.current.id) throw new Refusal('agreementReplaced');
  textAsSeen(text.current, seen);
  await addRecord(db, ctx, {
    row: text.current,
    act: 'ACCEPTED',
    lang: seen.lang,
    sha256: seen.sha256,
    site,
  });
  return {};
}

/** Running streams of the site end within a second, by their own check. */
export async function withdrawConsent(ctx: Ctx, { siteId }: Input<Calls['withdraw']>) {
  const { db } = ctx;
  const site = await siteToDecide(ctx, siteId);
  const record = (await lastConsents(db, [siteId])).get(siteId);
  if (record?.act !== 'ACCEPTED') throw new Refusal('wrongState');
  const { agreementId: id, kind, number, lang, sha256 } = record;
  await addRecord(db, ctx, { row: { id, kind, number }, act: 'WITHDRAWN', lang, sha256, site });
  return {};
}
