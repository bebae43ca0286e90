import { settingOrigins, syncStates } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from './device-table.ts';

type Document = Record<string, unknown>;
const deviceId = () =>
  uuid()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });

/**
 * A section of a device's configuration: the requested and the reported state. See
 * docs/protocol/settings.md#desired-and-reported.
 */
export const deviceSections = ownedTable(
  'device_sections',
  {
    deviceId: deviceId(),
    /** `settings` or `consumables`. */
    name: text().notNull(),
    version: integer().notNull(),
    /** SHA-256 of the canonical JSON of `document`, hex. */
    hash: text().notNull(),
    document: jsonb().$type<Document>().notNull(),
    state: text({ enum: syncStates }).notNull(),
    code: text().notNull(),
    syncingSince: moment(),
    origin: text({ enum: settingOrigins }),
    changedAt: moment(),
    changedBy: text().notNull(),
    reportedVersion: integer(),
    reportedHash: text().notNull(),
    /** APPLIED, PENDING, FAILED or LOCAL; empty before the first report. */
    reportedStatus: text().notNull(),
    reportedAt: moment(),
    reportedDocument: jsonb().$type<Document>(),
    /** Whether the robot has sent its whole section once. */
    told: boolean().notNull(),
  },
  (table) => [
    unique('device_sections_name').on(table.deviceId, table.name),
    index('device_sections_failed')
      .on(table.deviceId)
      .where(sql`${table.state} = 'SYNC_FAILED'`),
  ],
);

/** Edits at the robot that conflict with a newer requested version. An account decides between them. */
export const sectionConflicts = ownedTable(
  'section_conflicts',
  {
    deviceId: deviceId(),
    name: text().notNull(),
    baseVersion: integer().notNull(),
    document: jsonb().$type<Document>().notNull(),
    hash: text().notNull(),
    at: moment().notNull(),
    settledAt: moment(),
    settledBy: text(),
    kept: text({ enum: ['CLOUD', 'DEVICE'] }),
  },
  // A repeated push is the same conflict, also after it was settled.
  (table) => [unique('section_conflicts_copy').on(table.deviceId, table.name, table.baseVersion, table.hash)],
);

/** The history of settings changes with author, and the time at which the robot applied them. */
export const settingChanges = ownedTable(
  'setting_changes',
  {
    deviceId: deviceId(),
    /** The section of `version`: each section counts its own versions. */
    section: text().notNull().default('settings'),
    version: integer().notNull(),
    at: moment().notNull(),
    by: text().notNull(),
    origin: text({ enum: settingOrigins }).notNull(),
    appliedAt: moment(),
    changes: jsonb().$type<{ key: string; before: unknown; after: unknown }[]>().notNull(),
  },
  (table) => [index('setting_changes_device').on(table.deviceId, table.at)],
);
