import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { bytesOfFile, type FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { isBound, registrationOf, type Registration } from '../identity/registry.ts';
import { refusedFile } from './file-access.ts';
import { isSigned } from './signed-files.ts';
import { UploadRefusal } from './upload-service.ts';

interface FileRouteDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  /** Notes who makes the call, for the record of a refusal. */
  noteSender(request: FastifyRequest, device: Registration): void;
}

const filePath = z.object({ id: z.uuid() });
const fileQuery = z.object({ sn: z.string(), expires: z.coerce.number(), signature: z.string().max(64) });

async function deviceBySn(db: Db, sn: string): Promise<Registration | undefined> {
  const [row] = await inScope(db, '*', (tx) => tx.select().from(devices).where(eq(devices.sn, sn)), {
    readOnly: true,
  });
  return row && registrationOf(row);
}

/** Downloads of robots by a signed address (docs/protocol/files.md#device-api). */
export function addFileRoutes(app: FastifyInstance, { db, files, now, noteSender }: FileRouteDeps): void {
  app.get('/files/:id', async (request, reply) => {
    const { id: fileId } = filePath.parse(request.params);
    const query = fileQuery.parse(request.query);
    const device = await deviceBySn(db, query.sn);
    const allowed =
      device && isBound(device) && isSigned({ fileId, ...query }, device.secretHash, now().getTime());
    if (!allowed) throw new UploadRefusal(403, 'address expired or not yours');
    noteSender(request, device);
    // A robot can sign addresses itself: the signature proves the caller, not its right to the file.
    const refusal = await inScope(db, '*', (tx) => refusedFile(tx, device, fileId), { readOnly: true });
    const [file] = refusal
      ? []
      : await inScope(
          db,
          // A package belongs to the provider; the check above has allowed it.
          '*',
          (tx) => tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
          { readOnly: true },
        );
    if (!file) throw new UploadRefusal(404, 'no such file', refusal && { ...refusal, field: 'fileId' });
    return await sendFile(reply, files, file, request.headers.range);
  });
}

/** Sends the whole file, or a range: a robot resumes an interrupted download. */
async function sendFile(
  reply: FastifyReply,
  files: FileStore,
  file: typeof storedFiles.$inferSelect,
  range: string | undefined,
) {
  await bytesOfFile(files, file).check?.();
  reply.header('etag', `"${file.sha256}"`).header('accept-ranges', 'bytes').type(file.mediaType);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return reply.header('content-length', file.bytes).send(files.open(file.sha256));
  const start = Number(from);
  const end = Math.min(file.bytes - 1, to ? Number(to) : file.bytes - 1);
  if (start > end) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    .header('content-length', end - start + 1)
    .send(files.open(file.sha256, { start, end }));
}
