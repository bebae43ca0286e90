import type { UploadPurpose } from '@sweepline/contract';
import { bigint, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** A file that a person uploads in several requests. The bytes are parts in the file store, so every server can continue it. */
export const fileUploads = ownedTable(
  'file_uploads',
  {
    accountId: uuid().notNull(),
    purpose: text().$type<UploadPurpose>().notNull(),
    name: text().notNull(),
    mediaType: text().notNull(),
    label: text().notNull(),
    remarks: text().notNull(),
    /** The announced size of the whole file. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The bytes of all stored parts. */
    receivedBytes: bigint({ mode: 'number' }).notNull(),
    /** The SHA-256 of the stored parts in their order. */
    parts: jsonb().$type<string[]>().notNull(),
    /** The file, once it is complete. */
    fileId: uuid(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('file_uploads_account').on(table.accountId, table.createdAt),
    index('file_uploads_company').on(table.companyId),
    index('file_uploads_expires').on(table.expiresAt),
  ],
);
export type FileUploadRow = typeof fileUploads.$inferSelect;
