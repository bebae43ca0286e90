import type { LogoCut, LogoStyle } from '@sweepline/contract';
import { bigint, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { companies } from './company-table.ts';

/** Kinds of stored files: a logo, and a picture to cut logos from. */
export const logoFiles = 'LOGO';
export const logoPictures = 'LOGO_PICTURE';

/** The logos of companies. The companies below read them: one without a logo shows that of the company above. */
export const logos = ownedTable(
  'logos',
  {
    style: text().$type<LogoStyle>().notNull(),
    fileId: uuid().notNull(),
    mediaType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Null for a logo that was stored before sizes were. */
    width: integer(),
    height: integer(),
    /** The picture that it was cut from; null if that was not stored. */
    pictureFileId: uuid(),
    pictureName: text(),
    pictureWidth: integer(),
    pictureHeight: integer(),
    cut: jsonb().$type<LogoCut>().notNull(),
    version: integer().notNull().default(1),
    uploadedAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    inheritedPolicy(companies),
    uniqueIndex('logos_style').on(table.companyId, table.style),
    index('logos_file').on(table.fileId),
    index('logos_picture').on(table.pictureFileId),
    index('logos_uploaded').on(table.companyId, table.uploadedAt),
  ],
);
export type LogoRow = typeof logos.$inferSelect;
