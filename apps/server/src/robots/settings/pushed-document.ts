import { text } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Registration } from '../identity/registry.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';

/** The longest document of a robot; a longer file is not a section. */
const maxBytes = 1024 * 1024;

/**
 * Reads a document that a robot uploaded because it was too long for a message (docs/protocol/journal.md#requests);
 * undefined for none.
 */
export type ReadPushed = (device: Registration, fileId: string) => Promise<unknown>;

/** Reads only uploads of the device itself; the file of another device counts as missing. */
export const createPushedDocuments =
  (db: Db, files: FileStore | undefined): ReadPushed =>
  async ({ deviceId, companyId }, fileId) => {
    const [file] = await inScope(
      db,
      [companyId],
      (tx) =>
        tx
          .select({ sha256: storedFiles.sha256, bytes: storedFiles.bytes })
          .from(deviceUploads)
          .innerJoin(storedFiles, eq(storedFiles.id, deviceUploads.fileId))
          .where(
            and(
              eq(deviceUploads.deviceId, deviceId),
              eq(deviceUploads.fileId, fileId),
              eq(deviceUploads.kind, 'FILE'),
            ),
          ),
      { readOnly: true },
    );
    if (!files || !file || file.bytes > maxBytes) return undefined;
    const content = await text(files.open(file.sha256));
    try {
      return JSON.parse(content) as unknown;
    } catch {
      return undefined;
    }
  };
