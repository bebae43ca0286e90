import { areaUnits, langs, volumeUnits, type Scene } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sites } from '../../../entities/places/site-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** Displays that open the large screen without an account. */
export const screens = ownedTable(
  'screens',
  {
    name: text().notNull(),
    /** A display of a deleted site is deleted too. With null it would show the whole company. */
    siteId: uuid().references(() => sites.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token is not stored. */
    tokenHash: text().notNull(),
    scenes: jsonb().$type<Scene[]>().notNull(),
    lang: text({ enum: langs }).notNull(),
    area: text({ enum: areaUnits }).notNull(),
    volume: text({ enum: volumeUnits }).notNull(),
    showSn: boolean().notNull().default(false),
    showAddress: boolean().notNull().default(false),
    /** Time of a recent request, at most a minute late. */
    lastSeenAt: moment(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
    version: integer().notNull().default(1),
    revokedAt: moment(),
    revokedBy: text(),
  },
  (table) => [
    uniqueIndex('screens_token').on(table.tokenHash),
    index('screens_company').on(table.companyId, table.createdAt),
    index('screens_site').on(table.siteId),
  ],
);
