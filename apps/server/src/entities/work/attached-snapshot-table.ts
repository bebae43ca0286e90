import { cameras } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { alarms } from '../alarms/alarm-table.ts';
import { runs } from './run-table.ts';

/**
 * Snapshots of cameras as evidence of an alarm (and of the assist that begins with it) or of a run and its report. A row names no
 * snapshot: it has the file and the facts of its own, and outlives the snapshot and the robot. `companyId` is that of the alarm or run.
 */
export const attachedSnapshots = ownedTable(
  'attached_snapshots',
  {
    alarmId: uuid().references(() => alarms.id, { onDelete: 'cascade' }),
    runId: uuid().references(() => runs.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    camera: text({ enum: cameras }).notNull(),
    takenAt: moment().notNull(),
    /** Who took it, of which company. */
    viewer: text().notNull(),
    company: text().notNull(),
    attachedAt: moment().notNull(),
    attachedById: uuid().notNull(),
    attachedBy: text().notNull(),
  },
  (table) => [
    check('attached_snapshots_target', sql`num_nonnulls(${table.alarmId}, ${table.runId}) = 1`),
    uniqueIndex('attached_snapshots_alarm').on(table.alarmId, table.fileId),
    uniqueIndex('attached_snapshots_run').on(table.runId, table.fileId),
    index('attached_snapshots_file').on(table.fileId),
    index('attached_snapshots_company').on(table.companyId),
  ],
);
