import { getTableColumns, getTableName } from 'drizzle-orm';
import { otaRecords, otaStages, type OtaRecordRow } from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import type { RecordPatch } from './record-rules.ts';

export interface RecordChange {
  record: OtaRecordRow;
  patch: RecordPatch;
}

const changing = [
  'step',
  'state',
  'phase',
  'since',
  'wayIndex',
  'attempt',
  'commandId',
  'jobId',
  'offeredAt',
  'busySiteId',
  'withdraw',
  'withdrawnAt',
  'code',
  'retryAt',
  'finishedAt',
  'changedAt',
  'startedAt',
  'endedAt',
] as const;
const columns = getTableColumns(otaRecords);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typed = changing.map((key) => `${snake(key)} ${columns[key].getSQLType()}`).join(', ');
const counters = {
  INITIALIZING: 'initializing',
  UPGRADING: 'upgrading',
  SUCCESSFUL: 'successful',
  FAILED: 'failed',
};

/** Adds differences to the counters of stages. The caller has locked the task. */
export async function addToCounters(
  db: Tx,
  taskId: string,
  differences: ReadonlyMap<number, Partial<Record<OtaRecordRow['state'], number>>>,
): Promise<void> {
  for (const [stage, byState] of differences) {
    const sets = Object.entries(counters).flatMap(([state, column]) => {
      const difference = byState[state as OtaRecordRow['state']] ?? 0;
      return difference === 0 ? [] : [`${column} = ${column} + ${Math.trunc(difference)}`];
    });
    if (sets.length === 0) continue;
    await db.raw(
      `update ${getTableName(otaStages)} set ${sets.join(', ')} where task_id = $1 and stage = $2`,
      [taskId, stage],
    );
  }
}

/**
 * Stores changes of the records of one task in one statement, and moves the counters of its stages by them in the same transaction.
 * The caller has locked the task, so counters and records never differ.
 */
export async function storeChanges(db: Tx, taskId: string, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ record, patch }) => {
    const next = { ...record, ...patch };
    return { id: record.id, ...Object.fromEntries(changing.map((key) => [snake(key), next[key]])) };
  });
  await db.raw(
    `update ${getTableName(otaRecords)} r set ${changing.map((key) => `${snake(key)} = it.${snake(key)}`).join(', ')}
     from jsonb_to_recordset($1::text::jsonb) it(id uuid, ${typed}) where r.id = it.id`,
    [JSON.stringify(rows)],
  );
  const differences = new Map<number, Partial<Record<OtaRecordRow['state'], number>>>();
  for (const { record, patch } of changes) {
    if (patch.state === undefined || patch.state === record.state) continue;
    const of = differences.get(record.stage) ?? {};
    of[record.state] = (of[record.state] ?? 0) - 1;
    of[patch.state] = (of[patch.state] ?? 0) + 1;
    differences.set(record.stage, of);
  }
  await addToCounters(db, taskId, differences);
}
