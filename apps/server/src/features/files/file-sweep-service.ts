import { inScope, type Db } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { Clock } from '../../platform/runtime/clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everyMs = 6 * hourMs;
/** Bytes are stored before the row that refers to them, in a transaction that takes its time. */
const youngMs = dayMs;

/**
 * Kinds of files whose readers are all known: what refers to them, and how long they wait for it. A robot keeps a report for
 * thirty days until it reaches us, and its files come first. A kind that is not here is never swept.
 */
const readers = [
  {
    ...{ kind: 'MAP_GRID', days: 1 },
    used: `select grid_file_id::text from maps union all select grid_file_id::text from map_versions
      union all select grid_file_id::text from map_drafts`,
  },
  { kind: 'MAP_BUNDLE', days: 1, used: `select bundle_file_id::text from map_versions` },
  // What robots brought and became a version of a map is only asked about again by a robot that missed the answer.
  { kind: 'MAP_TAKEN', days: 45, used: `select null::text where false` },
  { kind: 'FLOOR_PLAN', days: 1, used: `select plan_file_id::text from floors` },
  { kind: 'TRAJECTORY', days: 45, used: `select trajectory_file_id from task_reports` },
  {
    kind: 'COVERAGE',
    days: 45,
    used: `select it ->> 'fileId' from task_reports, jsonb_array_elements(coverage_files) it`,
  },
] as const;

const forgotten = (used: string) => `
  with used as (select distinct id from (${used}) as it(id))
  delete from files where kind = $1 and created_at < $2::timestamptz
    and not exists (select from used where used.id = files.id::text)`;

/** Hashes that a file, or an upload that may still go on, consists of. */
const needed = `
  select sha256 as hash from files where sha256 = any($1)
  union select it.value from device_uploads, jsonb_each_text(parts) it
  where it.value = any($1) and file_id is null and expires_at > $2::timestamptz`;

/** Takes away rows of files nobody refers to any more, then bytes that no row names. Safe while others store the same bytes. */
export async function sweepFiles(db: Db, files: FileStore, now: Clock): Promise<void> {
  for (const { kind, days, used } of readers) {
    const before = new Date(now().getTime() - days * dayMs).toISOString();
    await inScope(db, '*', (tx) => tx.raw(forgotten(used), [kind, before]));
  }
  await files.tidy(youngMs);
  for await (const hashes of files.older(youngMs)) {
    // Asked after they were found old: whoever needs them from now on stores them anew, and what is new stays.
    const rows = await inScope(
      db,
      '*',
      (tx) => tx.raw<{ hash: string }>(needed, [`{${hashes.join(',')}}`, now().toISOString()]),
      { readOnly: true },
    );
    const kept = new Set(rows.map(({ hash }) => hash));
    for (const hash of hashes) if (!kept.has(hash)) await files.remove(hash, youngMs);
  }
}

/** Sweeps four times a day until stopped. */
export const startFileCleanup = (db: Db, files: FileStore, now: Clock, onError: (error: unknown) => void) =>
  repeatedly(() => sweepFiles(db, files, now), { everyMs, firstMs: everyMs }, onError);
