import { inScope, type Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { fileCleanupLock } from '../../../platform/backup/backup-locks.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { getTableName } from 'drizzle-orm';
import {
  recordingFiles,
  snapshotFiles,
  videoRecordings,
  videoSnapshots,
} from '../../../entities/remote/video-table.ts';
import { logoFiles, logoPictures, logos } from '../../../entities/people/logo-table.ts';
import { floors } from '../../../entities/places/site-table.ts';
import { attachedSnapshots } from '../../../entities/work/attached-snapshot-table.ts';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { workOrderEvidence } from '../../../entities/service/work-order-evidence-table.ts';
import { appPackageFiles, appPictureFiles, appReleases, apps } from '../../../entities/updates/app-table.ts';
import { otaPackages } from '../../../entities/updates/ota-package-table.ts';
import { mapVersions, mapDrafts } from '../../../entities/places/map-version-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { aiModelFiles, aiModels } from '../../../entities/ai/ai-model-table.ts';
import { aiImages, aiPictureFiles, aiUploadFiles } from '../../../entities/ai/ai-table.ts';
import { audioFiles, customAudio } from '../../../entities/brand/custom-audio-table.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { deviceUploads } from '../../../entities/remote/device-upload-table.ts';
import { fileUploads } from './file-upload-table.ts';
import { managedFiles } from './managed-file-table.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Bytes are stored before the row that refers to them, and that transaction may be long. */
const youngMs = dayMs;

/**
 * Kinds of files, the query of all references to them, and the days they wait for a reference. A robot stores a report for up to
 * thirty days and sends its files first. A kind that is not listed is never deleted.
 */
const references = [
  {
    kind: 'MAP_GRID',
    days: 1,
    used: `select grid_file_id::text from ${getTableName(maps)} union all select grid_file_id::text from ${getTableName(mapVersions)}
      union all select grid_file_id::text from ${getTableName(mapDrafts)}
      union all select grid_file_id::text from ${getTableName(workOrderEvidence)}`,
  },
  { kind: 'MAP_BUNDLE', days: 1, used: `select bundle_file_id::text from ${getTableName(mapVersions)}` },
  { kind: logoFiles, days: 1, used: `select file_id::text from ${getTableName(logos)}` },
  { kind: audioFiles, days: 1, used: `select file_id::text from ${getTableName(customAudio)}` },
  // A picture becomes a logo when its form is sent.
  { kind: logoPictures, days: 1, used: `select picture_file_id::text from ${getTableName(logos)}` },
  // A map that became a version is read again only by a robot that missed the answer.
  { kind: 'MAP_TAKEN', days: 45, used: `select null::text where false` },
  { kind: 'FLOOR_PLAN', days: 1, used: `select plan_file_id::text from ${getTableName(floors)}` },
  {
    kind: 'WORK_ORDER_PICTURE',
    days: 1,
    used: `select file_id::text from ${getTableName(workOrderPictures)}`,
  },
  {
    kind: snapshotFiles,
    days: 1,
    used: `select file_id::text from ${getTableName(videoSnapshots)}
      union all select file_id::text from ${getTableName(attachedSnapshots)}`,
  },
  { kind: recordingFiles, days: 1, used: `select file_id::text from ${getTableName(videoRecordings)}` },
  // An upload becomes a package when its form is sent.
  { kind: 'OTA_PACKAGE', days: 2, used: `select file_id::text from ${getTableName(otaPackages)}` },
  // A picture becomes part of an app when its form is sent.
  {
    kind: appPictureFiles,
    days: 1,
    used: `select icon_file_id::text from ${getTableName(apps)}
      union all select unnest(screenshot_file_ids)::text from ${getTableName(apps)}
      union all select icon_file_id::text from ${getTableName(appReleases)}`,
  },
  { kind: appPackageFiles, days: 2, used: `select file_id::text from ${getTableName(appReleases)}` },
  { kind: 'TRAJECTORY', days: 45, used: `select trajectory_file_id from ${getTableName(taskReports)}` },
  {
    kind: 'COVERAGE',
    days: 45,
    used: `select it ->> 'fileId' from ${getTableName(taskReports)}, jsonb_array_elements(coverage_files) it`,
  },
  { kind: aiModelFiles, days: 1, used: `select file_id::text from ${getTableName(aiModels)}` },
  { kind: aiPictureFiles, days: 1, used: `select file_id::text from ${getTableName(aiImages)}` },
  // The zip of a robot is deleted when its pictures are taken in.
  { kind: aiUploadFiles, days: 2, used: `select null::text where false` },
  // A robot's file waits for the entry of the transfer that asked for it.
  { kind: 'FILE', days: 90, used: `select file_id::text from ${getTableName(managedFiles)}` },
] as const;

const deleteUnused = (used: string) => `
  with used as (select distinct id from (${used}) as it(id))
  delete from ${getTableName(storedFiles)} where kind = $1 and created_at < $2::timestamptz
    and not exists (select from used where used.id = files.id::text)`;

/** Hashes in use by a file, by an upload that has not expired, or by a recording that has no file yet. */
const selectUsed = `
  select sha256 as hash from ${getTableName(storedFiles)} where sha256 = any($1)
  union select it.value from ${getTableName(deviceUploads)}, jsonb_each_text(parts) it
  where it.value = any($1) and file_id is null and expires_at > $2::timestamptz
  union select it.value from ${getTableName(fileUploads)}, jsonb_array_elements_text(parts) it
  where it.value = any($1) and file_id is null and expires_at > $2::timestamptz
  union select it.value ->> 'sha256' from ${getTableName(videoRecordings)}, jsonb_array_elements(parts) it
  where it.value ->> 'sha256' = any($1)`;

/** Uploads that did not continue for a day, and the entries of finished ones, which answered their file. */
const deleteExpired = `delete from ${getTableName(fileUploads)} where expires_at < $1::timestamptz`;

/** Pulled files that were kept long enough. Their stored files follow as unused ones. */
const deletePulled = `delete from ${getTableName(managedFiles)} where expires_at < $1::timestamptz`;

/** Deletes expired uploads and pulled files, rows of unreferenced files, then bytes without a row. Safe while the same bytes are stored concurrently. */
export async function removeUnusedFiles(db: Db, files: FileStore, now: Clock): Promise<void> {
  await inScope(db, '*', async (tx) => {
    await tx.raw(deleteExpired, [now().toISOString()]);
    await tx.raw(deletePulled, [now().toISOString()]);
  });
  for (const { kind, days, used } of references) {
    const before = new Date(now().getTime() - days * dayMs).toISOString();
    await inScope(db, '*', (tx) => tx.raw(deleteUnused(used), [kind, before]));
  }
  await files.tidy(youngMs);
  for await (const hashes of files.older(youngMs)) {
    // The query runs after the age check: a later user stores the bytes again, and young bytes stay.
    const rows = await inScope(
      db,
      '*',
      (tx) => tx.raw<{ hash: string }>(selectUsed, [`{${hashes.join(',')}}`, now().toISOString()]),
      { readOnly: true },
    );
    const used = new Set(rows.map(({ hash }) => hash));
    for (const hash of hashes) if (!used.has(hash)) await files.remove(hash, youngMs);
  }
}

export const fileCleanupJob = (db: Db, files: FileStore, now: Clock): Job => ({
  name: 'files.clean',
  everySeconds: 6 * 3_600,
  run: async () => {
    // A backup copies the files of its snapshot, so nothing is deleted meanwhile; the next run finds the same.
    if (!(await db.locks.tryTake(fileCleanupLock))) return;
    try {
      await removeUnusedFiles(db, files, now);
    } finally {
      await db.locks.release(fileCleanupLock);
    }
  },
});
