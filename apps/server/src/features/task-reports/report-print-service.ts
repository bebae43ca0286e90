import type { ReportPrint } from '@sweepline/contract';
import { and, desc, eq, gt } from 'drizzle-orm';
import { canonicalJson, sha256Of } from '../../platform/documents/canonical-json.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Scope } from '../../platform/db/db.ts';
import { counted } from '../../platform/db/page.ts';
import { isFrozen } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import type { PeriodOrder } from './documents/report-period-order.ts';
import { reportPrints as table, type PrintFilters } from './report-print-table.ts';
import { fingerprintOf, maxPrints } from './report-record-service.ts';
import { reportFilter } from './report-service.ts';
import { taskReports } from './report-table.ts';

/** Different filters can find the same reports; so many of them are tried. */
const maxAttempts = 5;

interface Issued {
  companyId: string;
  scope: Scope;
  filters: PrintFilters;
}

type Printed = Pick<PeriodOrder, 'sha256' | 'total' | 'madeAt' | 'reader'>;

/** Writes down that a document goes out with its fingerprint: whoever holds it can ask later whether it still holds. */
export async function notePrint(db: Db, { companyId, scope, filters }: Issued, printed: Printed) {
  const { sha256, total, madeAt, reader } = printed;
  if (sha256 === undefined) return;
  const seen = scope === '*' ? null : scope.toSorted();
  const mark = sha256Of(canonicalJson({ seen, filters }));
  const row = { companyId, sha256, companies: seen, filters, mark, madeAt, reports: total };
  await inScope(db, '*', (tx) =>
    tx
      .insert(table)
      .values({ ...row, timezone: reader.timezone ?? 'UTC' })
      .onConflictDoNothing(),
  );
}

/** What the same filters find today. */
const printNow = (db: Db, { companies: seen, filters, madeAt }: typeof table.$inferSelect) =>
  inScope(
    db,
    seen ?? '*',
    async (tx) => {
      const where = reportFilter(tx, filters);
      const reportsNow = await counted(tx, taskReports, where);
      const cameSince = await counted(tx, taskReports, and(where, gt(taskReports.receivedAt, madeAt)));
      // No document of more has a fingerprint.
      const sha256 = reportsNow <= maxPrints ? await fingerprintOf(tx, where) : undefined;
      return { reportsNow, cameSince, sha256 };
    },
    { readOnly: true },
  );

/**
 * Holds a printed fingerprint against the records of today. One that no document went out with, and one of a company that is frozen,
 * are answered alike.
 */
export async function checkPrint(db: Db, sha256: string): Promise<ReportPrint> {
  const known = await inScope(
    db,
    '*',
    async (tx) => {
      const found = await tx
        .select({ print: table, company: companies.name, path: companies.path })
        .from(table)
        .innerJoin(companies, eq(companies.id, table.companyId))
        .where(eq(table.sha256, sha256))
        .orderBy(desc(table.madeAt), desc(table.id))
        .limit(maxAttempts);
      const frozen = await Promise.all(found.map(({ path }) => isFrozen(tx, path)));
      return found.filter((_, at) => !frozen[at]);
    },
    { readOnly: true },
  );
  let told: ReportPrint | undefined;
  for (const { print, company } of known) {
    const now = await printNow(db, print);
    const { timezone, madeAt, reports, filters } = print;
    const { from, to } = filters;
    const { reportsNow, cameSince } = now;
    const about = { sha256, company, from, to, timezone, madeAt, reports, reportsNow, cameSince };
    if (now.sha256 === sha256) return { ...about, state: 'SAME' };
    told ??= { ...about, state: 'CHANGED' };
  }
  if (!told) throw new Refusal('notFound');
  return told;
}
