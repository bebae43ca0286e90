import type { Agreement, AgreementDetail, Lang, ReadAgreement } from '@sweepline/contract';
import { and, desc, eq, lt, isNotNull, sql } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { agreementText, textHash } from '../../../entities/people/agreement-service.ts';
import { agreementRecords, agreements, type AgreementRow } from '../../../entities/people/agreement-table.ts';
import { isOfProvider } from '../../../entities/people/company-rules.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, find, visible } from '../../../platform/db/page.ts';

const acceptedTimes = sql<number>`(select count(distinct coalesce(r.site_id, r.account_id))::int
  from ${agreementRecords} r where r.agreement_id = agreements.id and r.act = 'ACCEPTED')`;

/** Agreements with the number of those that accepted them. */
export const agreementRows = (db: Tx) =>
  db.select({ row: agreements, accepted: acceptedTimes }).from(agreements).$dynamic();
type Found = Awaited<ReturnType<typeof agreementRows>>[number];

/** Agreements for an editor. */
export async function shown(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  found: readonly Found[],
): Promise<(AgreementRow & Agreement)[]> {
  const names = await accountNames(
    db,
    found.map(({ row }) => row.createdById),
  );
  return found.map(({ row, accepted }) => ({
    ...row,
    accepted,
    title: agreementText(row.texts, caller.lang)?.title ?? '',
    langs: row.texts.map(({ lang }) => lang),
    createdBy: names.get(row.createdById ?? '') ?? null,
  }));
}

/** The version that readers had before this one. */
async function versionBefore(db: Tx, row: AgreementRow): Promise<AgreementDetail['before']> {
  const [before] = await db
    .select({ number: agreements.number, texts: agreements.texts })
    .from(agreements)
    .where(
      and(
        eq(agreements.companyId, row.companyId),
        eq(agreements.kind, row.kind),
        eq(agreements.region, row.region),
        isNotNull(agreements.number),
        row.number === null ? undefined : lt(agreements.number, row.number),
      ),
    )
    .orderBy(desc(agreements.number))
    .limit(1);
  return before ? { number: before.number ?? 0, texts: before.texts } : null;
}

export async function readAgreement(ctx: Pick<Ctx, 'db' | 'caller'>, id: string): Promise<AgreementDetail> {
  const { db } = ctx;
  const found = await agreementRows(db).where(and(eq(agreements.id, id), visible(db, agreements)));
  const [row] = await shown(ctx, found);
  if (!row) throw new Refusal('notFound');
  const names = await accountNames(db, [row.publishedById]);
  const before = await versionBefore(db, row);
  return { ...row, publishedBy: names.get(row.publishedById ?? '') ?? null, before };
}

/** The operator of the console is the party to its agreements: only accounts of the provider that see all companies write. */
export function requireWriter({ account }: Pick<Ctx, 'account'>): void {
  if (!isOfProvider(account) || account.scope !== '*') throw new Refusal('forbidden');
}

/** One agreement, locked to change it. A save on an older revision is refused. */
export async function findToChange(
  ctx: Pick<Ctx, 'db' | 'account'>,
  { id, revision }: { id: string; revision?: number },
): Promise<AgreementRow> {
  const row = await find(ctx.db, agreements, id, { lock: true });
  requireWriter(ctx);
  if (revision !== undefined && revision !== row.revision) throw changedMeanwhile('', row.updatedAt);
  return row;
}

/** A version as a reader has it. Published versions have all languages. */
export function readText(row: AgreementRow, lang: Lang): ReadAgreement {
  const text = agreementText(row.texts, lang);
  if (!text || row.number === null || row.validFrom === null) throw new Refusal('notFound');
  const { id, kind, number, validFrom } = row;
  return { id, kind, number, validFrom, ...text, sha256: textHash(text) };
}
