import type { audioAudiences, audioFormats, AudioType, CustomAudio, Lang } from '@sweepline/contract';
import { bigint, doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { companies } from '../people/company-table.ts';

/** The kind of the stored files. */
export const audioFiles = 'AUDIO';

/** In SQL: whether a company of the table `companies` is one of those that a file names. */
export const isAddressed = `("audience" = 'ALL' or "audience" = 'TERMINAL' and "type" = 1
  or "audience" = 'AGENT' and "type" = 2 and ("audience_level" is null or "audience_level" = "agent_level"))`;

/** Sounds for robots. The companies below read those that name them. */
export const customAudio = ownedTable(
  'custom_audio',
  {
    name: text().notNull(),
    soundType: text().$type<AudioType>().notNull(),
    language: text().$type<Lang>(),
    audience: text().$type<(typeof audioAudiences)[number]>().notNull(),
    /** Only agents of this level; null for those of every level. */
    audienceLevel: integer(),
    fileId: uuid().notNull(),
    format: text().$type<(typeof audioFormats)[number]>().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    seconds: doublePrecision().notNull(),
    sampleRate: integer().notNull(),
    channels: integer().notNull(),
    loudness: doublePrecision(),
    peak: doublePrecision(),
    waveform: doublePrecision().array().notNull(),
    /** How it was spoken; null for an uploaded file. */
    spoken: jsonb().$type<CustomAudio['spoken']>(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    inheritedPolicy(companies, { reader: isAddressed }),
    index('custom_audio_company').on(table.companyId, table.createdAt),
  ],
);
export type CustomAudioRow = typeof customAudio.$inferSelect;
