import { agreementRegionsOf, companyTypes, isAcceptedKind, type AgreementEffect } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { agreements, type AgreementRow } from '../../../entities/people/agreement-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** The regions of companies for which the texts of this region are the nearest, when the draft is published. */
async function isNearest(
  db: Tx,
  { kind, region }: AgreementRow,
): Promise<(companyRegion: string) => boolean> {
  const rows = await db
    .selectDistinct({ region: agreements.region })
    .from(agreements)
    .where(and(eq(agreements.kind, kind), eq(agreements.state, 'PUBLISHED')));
  const regions = new Set([region, ...rows.map((row) => row.region)]);
  return (companyRegion) => agreementRegionsOf(companyRegion).find((code) => regions.has(code)) === region;
}

/** Who has to act when a draft is published as it is: all companies are counted, by their region. */
export async function effectOf(db: Tx, row: AgreementRow): Promise<AgreementEffect> {
  const none = { accounts: 0, companies: 0, sites: 0 };
  const asks = isAcceptedKind(row.kind) ? row.isMaterial && row.audiences.includes('CONSOLE') : true;
  if (!asks) return none;
  const isOfRegion = await isNearest(db, row);
  const isForCompany = row.kind === 'DATA_PROCESSING';
  const people = sql`select count(*)::int from ${accounts} a where a.company_id = companies.id
    and not a.disabled and (${!isForCompany} or a.role_type = 2)`;
  const counts = await db
    .select({
      region: companies.region,
      type: companies.type,
      accounts: sql<number>`(${people})`,
      sites: sql<number>`(select count(*)::int from ${sites} s where s.company_id = companies.id)`,
    })
    .from(companies);
  const reached = counts.filter(
    ({ region, type }) => isOfRegion(region) && !(isForCompany && type === companyTypes.provider),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const sums = {
    accounts: sum(reached.map((one) => one.accounts)),
    companies: reached.length,
    sites: sum(reached.map((one) => one.sites)),
  };
  return isAcceptedKind(row.kind) ? { ...sums, sites: 0 } : { ...sums, accounts: 0 };
}
