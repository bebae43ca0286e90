import { settingOrigins, syncStates } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

type Document = Record<string, unknown>;
const deviceId = () =>
  uuid()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });

/** One section of a device's configuration: what we wish, and what the robot says it has (protocol 2.1.4). */
export const deviceSections = ownedTable(
  'device_sections',
  {
    deviceId: deviceId(),
    /** `settings`, `consumables`; other sections come with their features. */
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
    /** APPLIED, PENDING, FAILED or LOCAL; empty before its first word. */
    reportedStatus: text().notNull(),
    reportedAt: moment(),
    reportedDocument: jsonb().$type<Document>(),
    /** The robot has told its whole section once, so that nothing of it is guessed. */
    told: boolean().notNull(),
  },
  (table) => [unique('device_sections_name').on(table.deviceId, table.name)],
);

/** What a robot had when we had something else already, for people to settle. */
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
  // A copy that is told again is the same copy, also after it was settled.
  (table) => [unique('section_conflicts_copy').on(table.deviceId, table.name, table.baseVersion, table.hash)],
);

/** Who changed which settings of a device, and when the robot had it. */
export const settingChanges = ownedTable(
  'setting_changes',
  {
    deviceId: deviceId(),
    /** Whose versions these are: each section counts its own. */
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
