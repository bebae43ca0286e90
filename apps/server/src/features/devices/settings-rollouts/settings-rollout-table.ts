import { rolloutKinds, rolloutStates, settingModels } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type Document = Record<string, unknown>;
const deviceId = () =>
  uuid()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });

/** A named set of settings of one model. */
export const settingsProfiles = ownedTable(
  'settings_profiles',
  {
    name: text().notNull(),
    remark: text().notNull().default(''),
    model: text({ enum: settingModels }).notNull(),
    values: jsonb().$type<Document>().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [uniqueIndex('settings_profiles_name').on(table.companyId, sql`lower(${table.name})`)],
);

/** The last profile applied to a device, with its values at that time. */
export const profileUses = ownedTable(
  'profile_uses',
  {
    deviceId: deviceId().unique(),
    profileId: uuid().references(() => settingsProfiles.id, { onDelete: 'set null' }),
    profileName: text().notNull(),
    profileVersion: integer().notNull(),
    values: jsonb().$type<Document>().notNull(),
    appliedAt: moment().notNull(),
    appliedBy: text().notNull(),
  },
  (table) => [index('profile_uses_profile').on(table.profileId)],
);

/** A rollout of settings from a robot or a profile to devices. Its values are fixed when it is created. */
export const settingsRollouts = ownedTable(
  'settings_rollouts',
  {
    kind: text({ enum: rolloutKinds }).notNull(),
    state: text({ enum: rolloutStates }).notNull(),
    sourceId: uuid().references(() => devices.id, { onDelete: 'set null' }),
    profileId: uuid().references(() => settingsProfiles.id, { onDelete: 'set null' }),
    profileVersion: integer(),
    sourceName: text().notNull(),
    model: text({ enum: settingModels }).notNull(),
    values: jsonb().$type<Document>().notNull(),
    dueAt: moment(),
    startedAt: moment(),
    canceledBy: text(),
    createdAt: moment().notNull(),
    /** The account that planned it. Its rights are checked again when the rollout is due. */
    accountId: uuid().notNull(),
    by: text().notNull(),
  },
  (table) => [
    index('settings_rollouts_created').on(table.companyId, table.createdAt),
    index('settings_rollouts_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'SCHEDULED'`),
  ],
);

/** Result of a rollout on one device. The progress of the robot is read from its settings. */
export const rolloutDevices = ownedTable(
  'rollout_devices',
  {
    rolloutId: uuid()
      .notNull()
      .references(() => settingsRollouts.id, { onDelete: 'cascade' }),
    deviceId: deviceId(),
    result: text({ enum: ['SCHEDULED', 'SENT', 'SAME', 'REFUSED', 'OTHER_MODEL', 'GONE'] }).notNull(),
    /** The version of the device's settings with these values. */
    version: integer(),
    faults: text().array().notNull().default([]),
  },
  (table) => [unique('rollout_devices_device').on(table.rolloutId, table.deviceId)],
);
