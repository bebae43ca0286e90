import { compareOtaVersions } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import {
  otaRecords,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { ended } from '../records/record-rules.ts';
import { storeChanges } from '../records/record-store.ts';
import { changedAfterEnd } from './flights.ts';

/** A robot that runs an older version than its update installed has fallen back: the record opens as a failure. */
export async function followEnded(db: Tx, task: OtaTaskRow, nowMs: number): Promise<OtaRecordRow[]> {
  const changed = await changedAfterEnd(db, task.id);
  if (changed.length === 0) return [];
  const fellBack = changed.filter(
    ({ record, version, hasLater }) =>
      record.state === 'SUCCESSFUL' &&
      task.kind === 'UPDATE' &&
      !hasLater &&
      version !== null &&
      compareOtaVersions(version, record.toVersion) < 0,
  );
  await storeChanges(
    db,
    task.id,
    fellBack.map(({ record }) => ({ record, patch: ended('FELL_BACK', nowMs) })),
  );
  // Those whose alarm was not raised before a server died, too.
  const marked = changed.filter(({ record }) => record.code === 'FELL_BACK').concat(fellBack);
  const ids = new Set(marked.map(({ record }) => record.id));
  for (const { record } of changed) if (!ids.has(record.id)) await unmark(db, record);
  return marked.map(({ record }) => record);
}

/** Takes the mark of a record away, unless its robot reported another version since it was read. */
export const unmark = (db: Tx, { id, changedAt }: OtaRecordRow) =>
  db
    .update(otaRecords)
    .set({ changedAt: null })
    .where(and(eq(otaRecords.id, id), eq(otaRecords.changedAt, changedAt ?? '')));
