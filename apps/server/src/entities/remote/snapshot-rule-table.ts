import { snapshotFailures } from '@sweepline/contract';
import { boolean, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { alarms } from '../alarms/alarm-table.ts';
import { videoSnapshots } from './video-table.ts';

/** Which alarms of its robots bring a snapshot by themselves; one row for a company that decided. */
export const snapshotRules = ownedTable(
  'snapshot_rules',
  {
    /** Alarms from this effective level on; null for none. */
    minLevel: integer(),
    ofAssists: boolean().notNull(),
    onReports: boolean().notNull(),
    onOrders: boolean().notNull(),
    version: integer().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
    /** Who answers for the snapshots of the rule. */
    updatedById: uuid().notNull(),
  },
  (table) => [unique('snapshot_rules_company').on(table.companyId)],
);

/** The snapshot that was asked for by a rule, once for each alarm. `companyId` is that of the alarm. */
export const snapshotRequests = ownedTable(
  'snapshot_requests',
  {
    alarmId: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    askedAt: moment().notNull(),
    takenAt: moment(),
    failure: text({ enum: snapshotFailures }),
    /** Null again when the snapshot is deleted. */
    snapshotId: uuid().references(() => videoSnapshots.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('snapshot_requests_alarm').on(table.alarmId),
    index('snapshot_requests_company').on(table.companyId, table.askedAt),
    index('snapshot_requests_snapshot').on(table.snapshotId),
  ],
);
