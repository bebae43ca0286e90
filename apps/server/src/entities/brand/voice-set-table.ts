import type { Lang } from '@sweepline/contract';
import type { AudioItem } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';
import { customAudio } from './custom-audio-table.ts';

/** A sound for a slot as it was when a rollout was made. */
export interface RolledSound extends Omit<AudioItem, 'fileId'> {
  fileId: string;
  language: Lang;
  name: string;
}

const deviceId = () =>
  uuid()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });
const sounds = () => jsonb().$type<RolledSound[]>().notNull();
const setId = () => uuid().references(() => voiceSets.id, { onDelete: 'set null' });

/** A named set of sounds: for each language a file for each slot. */
export const voiceSets = ownedTable(
  'voice_sets',
  {
    name: text().notNull(),
    remark: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [uniqueIndex('voice_sets_name').on(table.companyId, sql`lower(${table.name})`)],
);
export type VoiceSetRow = typeof voiceSets.$inferSelect;

export const voiceSetItems = ownedTable(
  'voice_set_items',
  {
    setId: uuid()
      .notNull()
      .references(() => voiceSets.id, { onDelete: 'cascade' }),
    language: text().$type<Lang>().notNull(),
    slot: text().notNull(),
    /** The files of a company go with it. */
    audioId: uuid()
      .notNull()
      .references(() => customAudio.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('voice_set_items_place').on(table.setId, table.language, table.slot),
    index('voice_set_items_audio').on(table.audioId),
  ],
);

/** A rollout of a set to robots, or of their own sounds. Its files are fixed when it is created. */
export const voiceRollouts = ownedTable(
  'voice_rollouts',
  {
    state: text({ enum: ['SCHEDULED', 'STARTED', 'CANCELED'] }).notNull(),
    /** Back to the robots' own sounds. */
    isOwn: boolean().notNull(),
    setId: setId(),
    setName: text().notNull(),
    setVersion: integer().notNull(),
    sounds: sounds(),
    dueAt: moment(),
    startedAt: moment(),
    canceledBy: text(),
    createdAt: moment().notNull(),
    /** The account that planned it. Its rights are checked again when the rollout is due. */
    accountId: uuid().notNull(),
    by: text().notNull(),
  },
  (table) => [
    index('voice_rollouts_created').on(table.companyId, table.createdAt),
    index('voice_rollouts_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'SCHEDULED'`),
  ],
);
export type VoiceRolloutRow = typeof voiceRollouts.$inferSelect;

export const voiceRolloutDevices = ownedTable(
  'voice_rollout_devices',
  {
    rolloutId: uuid()
      .notNull()
      .references(() => voiceRollouts.id, { onDelete: 'cascade' }),
    deviceId: deviceId(),
  },
  (table) => [uniqueIndex('voice_rollout_devices_device').on(table.rolloutId, table.deviceId)],
);

/** The set that a robot was rolled out last, in all its languages: another language of the robot needs other files. */
export const voiceUses = ownedTable(
  'voice_uses',
  {
    deviceId: deviceId(),
    setId: setId(),
    setName: text().notNull(),
    setVersion: integer().notNull(),
    sounds: sounds(),
    /** The language in which the robot got its files; empty if it was unknown. */
    language: text().notNull(),
    appliedAt: moment().notNull(),
    appliedBy: text().notNull(),
  },
  (table) => [uniqueIndex('voice_uses_device').on(table.deviceId), index('voice_uses_set').on(table.setId)],
);
export type VoiceUseRow = typeof voiceUses.$inferSelect;
