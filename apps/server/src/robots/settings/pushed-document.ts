import { text } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Registration } from '../identity/registry.ts';
import { deviceUploads } from '../device-http/upload-table.ts';

/** More than any robot has to say of itself; what is longer is no section. */
const maxBytes = 1024 * 1024;

/** Reads a document a robot uploaded because it was too long for a message (2.1.6); undefined for none. */
export type ReadPushed = (device: Registration, fileId: string) => Promise<unknown>;

/** Reads what a device brought itself, and nothing else: whoever names a file of another one reads nothing of it. */
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
