import { canonicalJson } from '@sweepline/contract/robot';
import type { ReportPrint } from '@sweepline/contract';
import { and, desc, eq, gt } from 'drizzle-orm';
import { sha256Of } from '../../../platform/documents/sha256.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Scope } from '../../../platform/db/db.ts';
import { counted } from '../../../platform/db/page.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { PeriodOrder } from './documents/report-period-order.ts';
import { reportPrints as table, type PrintFilters } from './report-print-table.ts';
import { fingerprintOf, maxPrints } from './report-record-service.ts';
import { reportFilter } from './report-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';

/** Maximum number of prints checked per fingerprint: several filters can find the same reports. */
const maxAttempts = 5;

interface Issued {
  companyId: string;
  scope: Scope;
  filters: PrintFilters;
}

type Printed = Pick<PeriodOrder, 'sha256' | 'total' | 'madeAt' | 'reader'>;

/** Stores the fingerprint of a document, so that a reader of the document can check it later. */
export async function notePrint(db: Db, { companyId, scope, filters }: Issued, printed: Printed) {
  const { sha256, total, madeAt, reader } = printed;
  if (sha256 === undefined) return;
  const companyIds = scope === '*' ? null : scope.toSorted();
  // The key `seen` is part of stored marks.
  const mark = sha256Of(canonicalJson({ seen: companyIds, filters }));
  const row = { companyId, sha256, companies: companyIds, filters, mark, madeAt, reports: total };
  await inScope(db, '*', (tx) =>
    tx
      .insert(table)
      .values({ ...row, timezone: reader.timezone ?? 'UTC' })
      .onConflictDoNothing(),
  );
}

/** The current fingerprint and counts for the filters of a print. */
const printNow = (db: Db, { companies: companyIds, filters, madeAt }: typeof table.$inferSelect) =>
  inScope(
    db,
    companyIds ?? '*',
    async (tx) => {
      const where = reportFilter(tx, filters);
      const reportsNow = await counted(tx, taskReports, where);
      const cameSince = await counted(tx, taskReports, and(where, gt(taskReports.receivedAt, madeAt)));
      // A document of more reports has no fingerprint.
      const sha256 = reportsNow <= maxPrints ? await fingerprintOf(tx, where) : undefined;
      return { reportsNow, cameSince, sha256 };
    },
    { readOnly: true },
  );

/**
 * Compares a printed fingerprint with the current records. An unknown fingerprint and one of a frozen company get the same refusal.
 */
export async function checkPrint(db: Db, sha256: string): Promise<ReportPrint> {
  const prints = await inScope(
    db,
    '*',
    async (tx) => {
      const rows = await tx
        .select({ print: table, company: companies.name, path: companies.path })
        .from(table)
        .innerJoin(companies, eq(companies.id, table.companyId))
        .where(eq(table.sha256, sha256))
        .orderBy(desc(table.madeAt), desc(table.id))
        .limit(maxAttempts);
      const frozen = await Promise.all(rows.map(({ path }) => isFrozen(tx, path)));
      return rows.filter((_, at) => !frozen[at]);
    },
    { readOnly: true },
  );
  let changed: ReportPrint | undefined;
  for (const { print, company } of prints) {
    const now = await printNow(db, print);
    const { timezone, madeAt, reports, filters } = print;
    const { from, to } = filters.days ?? filters;
    const { reportsNow, cameSince } = now;
    const about = { sha256, company, from, to, timezone, madeAt, reports, reportsNow, cameSince };
    if (now.sha256 === sha256) return { ...about, state: 'SAME' };
    changed ??= { ...about, state: 'CHANGED' };
  }
  if (!changed) throw new Refusal('notFound');
  return changed;
}
