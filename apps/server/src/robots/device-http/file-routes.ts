import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
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

/** Connections for the addresses of robots. A fleet begins its downloads together, and calls of people find free ones. */
const maxReads = 3;

const filePath = z.object({ id: z.uuid() });
const fileQuery = z.object({ sn: z.string(), expires: z.coerce.number(), signature: z.string().max(64) });

type FileQuery = z.infer<typeof fileQuery> & { fileId: string };

/** The robot that an address is for, and the file or the reason for its refusal; undefined if the address is not valid. */
async function readAddress({ db, now }: Pick<FileRouteDeps, 'db' | 'now'>, query: FileQuery) {
  return await inScope(
    db,
    '*',
    async (tx) => {
      const [row] = await tx.select().from(devices).where(eq(devices.sn, query.sn));
      const device = row && registrationOf(row);
      if (!device || !isBound(device) || !isSigned(query, device.secretHash, now().getTime()))
        return undefined;
      // A package belongs to the provider, so its row is read in the scope of all; the check decides.
      const [refusal, [file]] = await Promise.all([
        refusedFile(tx, device, query.fileId),
        tx.select().from(storedFiles).where(eq(storedFiles.id, query.fileId)),
      ]);
      return { device, refusal, file };
    },
    { readOnly: true },
  );
}

/** Downloads of robots by a signed address (docs/protocol/files.md#device-api). */
export function addFileRoutes(app: FastifyInstance, { db, files, now, noteSender }: FileRouteDeps): void {
  const reads = new PQueue({ concurrency: maxReads });
  app.get('/files/:id', async (request, reply) => {
    const { id: fileId } = filePath.parse(request.params);
    const query = { fileId, ...fileQuery.parse(request.query) };
    const address = await reads.add(() => readAddress({ db, now }, query));
    if (!address) throw new UploadRefusal(403, 'address expired or not yours');
    const { device, refusal, file } = address;
    noteSender(request, device);
    // A robot can sign addresses itself: the signature proves the caller, not its right to the file.
    if (refusal || !file)
      throw new UploadRefusal(404, 'no such file', refusal && { ...refusal, field: 'fileId' });
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
