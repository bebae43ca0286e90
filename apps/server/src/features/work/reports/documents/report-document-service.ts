import {
  importPath,
  maxPeriodRows,
  maxSheetRows,
  pages,
  printToken,
  type ReportDetail,
} from '@sweepline/contract';
import { coverageShare } from '@sweepline/map-core';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/db.ts';
import type { FileStore } from '../../../../platform/files/files.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import { createWorkerQueue } from '../../../../platform/runtime/worker-queue.ts';
import type { Reader } from '../../../../platform/documents/reader-format.ts';
import { counted } from '../../../../platform/db/page.ts';
import { companies } from '../../../../entities/people/company-table.ts';
import { readLogo } from '../../../../entities/people/logo-service.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { gridOf, storedGridOf, type StoredGrid } from '../../../places/maps/cells/map-cells-service.ts';
import { summarise } from '../report-figures.ts';
import { floorsOf, type GatheredFloor } from '../report-floors.ts';
import type { ReportOrder } from './report-pdf.ts';
import type { DocumentOrder } from './report-pdf-worker.ts';
import { liveQuery, type PeriodOrder } from './report-period-order.ts';
import type { PrintFilters } from '../report-print-table.ts';
import { readReport, readReportPath } from '../report-read-service.ts';
import { fingerprintOf, maxPrints, readRecord } from '../report-record-service.ts';
import { checkFilterRecords } from '../report-named-service.ts';
import { bytesOf } from '../report-stored.ts';
import { isSound, reportFilter, reportOf, reportRows, type ReportFilters } from '../report-service.ts';
import { taskReports } from '../../../../entities/work/report-table.ts';

/** Dependencies of a document besides the database. */
export interface DocumentDeps {
  files: FileStore;
  now: () => Date;
}

const thread = createWorkerQueue<DocumentOrder, Uint8Array>(
  new URL('./report-pdf-worker.ts', import.meta.url),
  {
    memoryMb: 768,
    idleMs: 30_000,
    maxWaiting: 20,
    maxMs: 60_000,
  },
);

type GatheredReport = Omit<ReportOrder, 'ground'> & { ground: StoredGrid | undefined };
type GatheredPeriod = Omit<PeriodOrder, 'floors'> & { floors: GatheredFloor[] };
/** Data of a document from one transaction, without the cells of its floors. */
type Gathered = GatheredReport | GatheredPeriod;

/** The floor of a document. If it cannot be read, the document is created without it. */
const groundOf = (files: FileStore, ground: StoredGrid | undefined) =>
  ground && gridOf(files, ground).catch(() => undefined);

async function orderOf(files: FileStore, gathered: Gathered): Promise<DocumentOrder> {
  if (gathered.kind === 'REPORT') return { ...gathered, ground: await groundOf(files, gathered.ground) };
  const floors: PeriodOrder['floors'] = [];
  for (const floor of gathered.floors) {
    const ground = await groundOf(files, floor.ground);
    if (ground) floors.push({ ...floor, ground });
  }
  return { ...gathered, floors };
}

/** Creates the PDF in a worker thread with a limited queue, and returns its bytes. */
export const makeDocument = async (files: FileStore, gathered: Gathered): Promise<Uint8Array> =>
  await thread.ask(await orderOf(files, gathered));

/** The logo in force for a company. A document cannot show a GIF. */
async function logoOf(db: Tx, files: FileStore, companyId: string | undefined) {
  const logo = companyId ? await readLogo(db, files, companyId, ['REPORT', 'MENU']) : undefined;
  return logo?.mediaType === 'image/gif' ? undefined : logo?.content;
}

/** Reads the data of a report's document in the caller's transaction. */
export async function gatherReport(
  db: Tx,
  { files, now }: DocumentDeps,
  { id, reader, address }: { id: string; reader: Reader; address: string | undefined },
): Promise<GatheredReport> {
  const report: ReportDetail = await readReport(db, id);
  const [{ points }, { sha256 }, owner] = await Promise.all([
    readReportPath(db, files, id),
    readRecord(db, id),
    db.select({ companyId: taskReports.companyId }).from(taskReports).where(eq(taskReports.id, id)),
  ]);
  return {
    kind: 'REPORT',
    reader,
    madeAt: now().toISOString(),
    report,
    path: points,
    sha256,
    address,
    ground: report.ground ? await storedGridOf(db, report.ground, report.ground.file) : undefined,
    coverage: await bytesOf(db, files, report.coverage?.file),
    logo: await logoOf(db, files, owner[0]?.companyId),
  };
}

const maxRobots = 25;

async function robotsOf(db: Tx, filters: ReportFilters) {
  const sum = (column: string, only = 'true') =>
    sql<number | null>`sum(${sql.raw(column)}::float8) filter (where ${sql.raw(only)})`;
  const rows = await db
    .select({
      name: sql<string>`coalesce(nullif(max(${devices.nickname}), ''), max(${devices.sn}))`,
      reports: sql<number>`count(*)::int`,
      cleanedM2: sum('cleaned_m2'),
      covered: sum('cleaned_m2', 'cleanable_m2 > 0'),
      cleanable: sum('cleanable_m2', 'cleanable_m2 > 0 and cleaned_m2 is not null'),
      seconds: sum('cleaning_seconds'),
    })
    .from(taskReports)
    .innerJoin(devices, eq(devices.id, taskReports.deviceId))
    .where(and(reportFilter(db, filters), isSound))
    .groupBy(taskReports.deviceId)
    .orderBy(sql`3 desc nulls last`);
  return rows.map(({ covered, cleanable, ...rest }) => ({
    ...rest,
    coverage: coverageShare(covered, cleanable),
  }));
}

interface Period {
  filters: PrintFilters;
  reader: Reader;
  /** The console's address. Without it the document has no links. */
  origin: string | undefined;
  /** The company of the document. */
  companyId: string;
}

/** Reads the data of a period's document in the caller's transaction. The caller has checked the reader's rights. */
export async function gatherPeriod(
  db: Tx,
  { files, now }: DocumentDeps,
  { filters, reader, origin, companyId }: Period,
): Promise<GatheredPeriod> {
  const where = reportFilter(db, filters);
  const [summary, robots, rows, total, [owner]] = await Promise.all([
    summarise(db, now, filters),
    robotsOf(db, filters),
    reportRows(db)
      .where(where)
      .orderBy(desc(taskReports.startedAt), desc(taskReports.id))
      .limit(maxPeriodRows),
    counted(db, taskReports, where),
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(eq(companies.id, filters.companyId ?? companyId)),
  ]);
  const at = (path: string) => origin && new URL(path, origin).href;
  const sha256 = total > 0 && total <= maxPrints ? await fingerprintOf(db, where) : undefined;
  return {
    kind: 'PERIOD',
    reader,
    madeAt: now().toISOString(),
    company: owner?.name ?? '',
    from: filters.days?.from ?? filters.from,
    to: filters.days?.to ?? filters.to,
    zones: summary.zones,
    now: summary.now,
    before: summary.before,
    steps: summary.steps,
    robots: robots.slice(0, maxRobots),
    moreRobots: Math.max(0, robots.length - maxRobots),
    rows: rows.map(reportOf),
    total,
    sha256,
    checkAddress: sha256 && at(importPath(printToken(sha256))),
    floors: await floorsOf(db, files, where),
    address: at(`${pages.reports.path}?${liveQuery(filters)}`),
    logo: await logoOf(db, files, owner?.id),
  };
}

/** Refuses filters with more reports than a sheet may have rows. */
export async function checkSheet(db: Tx, filters: ReportFilters): Promise<void> {
  await checkFilterRecords(db, filters);
  if ((await counted(db, taskReports, reportFilter(db, filters))) > maxSheetRows)
    throw new Refusal('sheetTooLong', { words: { most: String(maxSheetRows) } });
}
