import { canonicalJson } from '@sweepline/contract/robot';
import { and, asc, gt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { sha256Of } from '../../../platform/documents/sha256.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { findReport } from './report-read-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';

type Report = typeof taskReports.$inferSelect;
/** Maximum number of reports of one fingerprint, because each is read in full. */
export const maxPrints = 20_000;
/** Reports per query. */
const batch = 1_000;

const filesOf = ({ trajectoryFileId, coverageFiles }: Report): string[] => [
  ...(trajectoryFileId ? [trajectoryFileId] : []),
  ...coverageFiles.map(({ fileId }) => fileId),
];

/** The hashes of the files of reports, by file id. */
async function printsOf(db: Tx, reports: readonly Report[]): Promise<ReadonlyMap<string, string>> {
  const ids = reports.flatMap(filesOf);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: storedFiles.id, sha256: storedFiles.sha256 })
    .from(storedFiles)
    .where(and(inValues(storedFiles.id, ids), visible(db, storedFiles)));
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

function recordOf(report: Report, prints: ReadonlyMap<string, string>): string {
  const { companyId: _company, receivedAt: _received, flags: _flags, ...stored } = report;
  const {
    noGoM2: _noGo,
    reachableM2: _reachable,
    cleanableM2: _cleanable,
    measured: _areas,
    driving: _driving,
    pictureFault: _fault,
    ...own
  } = stored;
  // The verdict depends on the site and on the measured floor; the record has the robot's own result.
  const { trajectoryFileId, coverageFiles, reportedFloor, toldResult, doneShare: _least, ...rest } = own;
  const printOf = (fileId: string) => prints.get(fileId) ?? null;
  return canonicalJson({
    format: 'sweepline-report-1',
    ...rest,
    result: toldResult ?? rest.result,
    ...reportedFloor,
    trajectory: trajectoryFileId && printOf(trajectoryFileId),
    coverageFiles: coverageFiles.map(({ mapId, fileId }) => ({ mapId, sha256: printOf(fileId) })),
  });
}

/**
 * The immutable record of a run and its fingerprint. It holds the robot's figures and the hashes of its files, but no names that users
 * can change. It changes at most once: when files arrive after the report.
 */
export async function readRecord(db: Tx, id: string): Promise<{ record: string; sha256: string }> {
  const { report } = await findReport(db, id);
  const record = recordOf(report, await printsOf(db, [report]));
  return { record, sha256: sha256Of(record) };
}

/**
 * The fingerprint of many reports: the hash of one line per report with id and record hash, in order of the ids. It does not depend
 * on names or on the order of a list.
 */
export async function fingerprintOf(db: Tx, where: SQL | undefined): Promise<string> {
  const lines: string[] = [];
  for (let after: string | undefined; ;) {
    const reports = await db
      .select()
      .from(taskReports)
      .where(and(where, after === undefined ? undefined : gt(taskReports.id, after)))
      .orderBy(asc(taskReports.id))
      .limit(batch);
    const prints = await printsOf(db, reports);
    for (const report of reports) lines.push(`${report.id} ${sha256Of(recordOf(report, prints))}\n`);
    if (reports.length < batch) return sha256Of(lines.join(''));
    after = reports.at(-1)?.id;
  }
}
