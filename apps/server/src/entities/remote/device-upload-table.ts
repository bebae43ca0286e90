import { bigint, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** A file being uploaded by a device (docs/protocol/files.md#uploads). */
export const deviceUploads = ownedTable(
  'device_uploads',
  {
    deviceId: uuid().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    refId: text().notNull(),
    partSize: integer().notNull(),
    partCount: integer().notNull(),
    /** The stored parts: number to SHA-256, which is also the ETag. */
    parts: jsonb().$type<Record<string, string>>().notNull(),
    /** The file, once it is complete. */
    fileId: uuid(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('device_uploads_device').on(table.deviceId, table.createdAt),
    index('device_uploads_file').on(table.fileId),
  ],
);
