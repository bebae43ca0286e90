import { and, asc, gt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { canonicalJson, sha256Of } from '../../platform/documents/canonical-json.ts';
import type { Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { findReport } from './report-read-service.ts';
import { taskReports } from './report-table.ts';

type Report = typeof taskReports.$inferSelect;
/** Over so many reports at most a fingerprint is taken: each is read in full. */
export const maxPrints = 20_000;
/** Reports read at once. */
const batch = 1_000;

const filesOf = ({ trajectoryFileId, coverageFiles }: Report): string[] => [
  ...(trajectoryFileId ? [trajectoryFileId] : []),
  ...coverageFiles.map(({ fileId }) => fileId),
];

/** The fingerprints of the files reports name, by the file's id. */
async function printsOf(db: Tx, reports: readonly Report[]): Promise<ReadonlyMap<string, string>> {
  const ids = reports.flatMap(filesOf);
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: storedFiles.id, sha256: storedFiles.sha256 })
    .from(storedFiles)
    .where(and(inValues(storedFiles.id, ids), visible(db, storedFiles)));
  return new Map(found.map(({ id, sha256 }) => [id, sha256]));
}

function recordOf(report: Report, prints: ReadonlyMap<string, string>): string {
  const { companyId: _company, receivedAt: _received, flags: _flags, ...measured } = report;
  const { trajectoryFileId, coverageFiles, ...rest } = measured;
  const printOf = (fileId: string) => prints.get(fileId) ?? null;
  return canonicalJson({
    format: 'sweepline-report-1',
    ...rest,
    trajectory: trajectoryFileId && printOf(trajectoryFileId),
    coverageFiles: coverageFiles.map(({ mapId, fileId }) => ({ mapId, sha256: printOf(fileId) })),
  });
}

/**
 * What stands fast of a run, and its fingerprint. It holds what the robot measured and the fingerprints of its files, and nothing a
 * person can rename. It changes once at most: when files that could not be uploaded at first arrive later.
 */
export async function readRecord(db: Tx, id: string): Promise<{ record: string; sha256: string }> {
  const { report } = await findReport(db, id);
  const record = recordOf(report, await printsOf(db, [report]));
  return { record, sha256: sha256Of(record) };
}

/**
 * The fingerprint of many reports: over each one's id and the fingerprint of its record, a line each in the order of the ids. The
 * same reports give the same value, whatever they are called meanwhile and in whichever order they are listed.
 */
export async function fingerprintOf(db: Tx, where: SQL | undefined): Promise<string> {
  const lines: string[] = [];
  for (let after: string | undefined; ;) {
    const found = await db
      .select()
      .from(taskReports)
      .where(and(where, after === undefined ? undefined : gt(taskReports.id, after)))
      .orderBy(asc(taskReports.id))
      .limit(batch);
    const prints = await printsOf(db, found);
    for (const report of found) lines.push(`${report.id} ${sha256Of(recordOf(report, prints))}\n`);
    if (found.length < batch) return sha256Of(lines.join(''));
    after = found.at(-1)?.id;
  }
}
