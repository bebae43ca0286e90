import type { agreementCalls, AgreementRecord, Input } from '@sweepline/contract';
import { and, desc, eq, gte, ilike, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { agreementRecords } from '../../../entities/people/agreement-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';

type Calls = typeof agreementCalls;
type Filters = Omit<Input<Calls['records']>, 'page' | 'pageSize'>;

/** Records with the names of their companies. */
const recordRows = (db: Tx) =>
  db
    .select({ row: agreementRecords, companyName: companies.name })
    .from(agreementRecords)
    .leftJoin(companies, eq(companies.id, agreementRecords.companyId))
    .$dynamic();
type Found = Awaited<ReturnType<typeof recordRows>>[number];

const recordOf = ({ row, companyName }: Found): AgreementRecord => ({
  ...row,
  companyName: companyName ?? '',
});

function recordFilter(db: Tx, { keyword, agreementId, kind, act, from, to }: Filters): SQL | undefined {
  const pattern = keyword ? contains(keyword) : undefined;
  return and(
    visible(db, agreementRecords),
    pattern
      ? or(ilike(agreementRecords.accountName, pattern), ilike(agreementRecords.siteName, pattern))
      : undefined,
    agreementId ? eq(agreementRecords.agreementId, agreementId) : undefined,
    kind ? eq(agreementRecords.kind, kind) : undefined,
    act ? eq(agreementRecords.act, act) : undefined,
    from ? gte(agreementRecords.at, from) : undefined,
    to ? lte(agreementRecords.at, to) : undefined,
  );
}

/** A page of records that `where` chooses, the newest first. */
export async function pageOfRecords(
  db: Tx,
  page: { page: number; pageSize: number },
  where: SQL | undefined,
): Promise<{ list: AgreementRecord[]; total: number }> {
  const rows = recordRows(db).where(where).orderBy(desc(agreementRecords.at), desc(agreementRecords.id));
  const { list, total } = await paginate(page, rows, counted(db, agreementRecords, where));
  return { total, list: list.map(recordOf) };
}

export const listRecords = ({ db }: Ctx, { page, pageSize, ...filters }: Input<Calls['records']>) =>
  pageOfRecords(db, { page, pageSize }, recordFilter(db, filters));

const columns: CsvColumns<Found> = {
  at: ({ row }) => row.at,
  act: ({ row }) => row.act,
  account: ({ row }) => row.accountName,
  accountId: ({ row }) => row.accountId,
  company: ({ companyName }) => companyName,
  site: ({ row }) => row.siteName,
  kind: ({ row }) => row.kind,
  version: ({ row }) => row.number,
  language: ({ row }) => row.lang,
  sha256: ({ row }) => row.sha256,
  address: ({ row }) => row.address,
  browser: ({ row }) => row.agent,
};

/** The records of at most one month as CSV, the newest first. */
export function exportRecords(ctx: Ctx, input: Input<Calls['export']>) {
  checkExportPeriod(input);
  return csvOfBatches<Found>({
    reader: ctx,
    fileName: `agreements-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
    columns,
    read: (db, last, limit) =>
      recordRows(db)
        .where(
          and(
            recordFilter(db, input),
            last
              ? or(
                  lt(agreementRecords.at, last.row.at),
                  and(eq(agreementRecords.at, last.row.at), sql`${agreementRecords.id} < ${last.row.id}`),
                )
              : undefined,
          ),
        )
        .orderBy(desc(agreementRecords.at), desc(agreementRecords.id))
        .limit(limit),
  });
}
