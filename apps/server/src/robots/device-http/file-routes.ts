import { isStorableText } from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { z } from 'zod';
import { inScope, type Db } from '../../platform/db/db.ts';
import { bytesOfFile, type FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { isBound, registrationOf, type Registration } from '../identity/registry.ts';
import { findAddress } from './file-access.ts';
import { isSigned } from './signed-files.ts';
import { foreignId, unknownId } from '../intake/uplink-refusals.ts';
import { UploadRefusal } from './upload-service.ts';

interface FileRouteDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  /** Notes who makes the call, for the record of a refusal. */
  noteSender(request: FastifyRequest, device: Registration): void;
}

const filePath = z.object({ id: z.uuid() });
const fileQuery = z.object({
  sn: z.string().refine(isStorableText),
  expires: z.coerce.number(),
  signature: z.string().max(64),
});

type FileQuery = z.infer<typeof fileQuery> & { fileId: string };

/** The device and the file of a valid address; undefined if it is not valid. */
async function readAddress({ db, now }: Pick<FileRouteDeps, 'db' | 'now'>, query: FileQuery) {
  // A package belongs to the provider, so its row is read in the scope of all; the check decides.
  const row = await inScope(db, '*', (tx) => findAddress(tx, query.sn, query.fileId), { readOnly: true });
  const device = row && registrationOf(row);
  if (!device || !isBound(device) || !isSigned(query, device.secretHash, now().getTime())) return undefined;
  const { isAllowed, sha256, mediaType, bytes } = row;
  return { device, isAllowed, file: { sha256, mediaType, bytes: Number(bytes) } };
}

/** Downloads of robots by a signed address (docs/protocol/files.md#device-api). */
export function addFileRoutes(app: FastifyInstance, { db, files, now, noteSender }: FileRouteDeps): void {
  // One at a time: the pieces of a fleet end together, and the calls of people come between the checks of the next ones.
  const reads = new PQueue({ concurrency: 1 });
  app.get('/files/:id', async (request, reply) => {
    const { id: fileId } = filePath.parse(request.params);
    const query = { fileId, ...fileQuery.parse(request.query) };
    const address = await reads.add(() => readAddress({ db, now }, query));
    if (!address) throw new UploadRefusal(403, 'address expired or not yours');
    const { device, isAllowed, file } = address;
    noteSender(request, device);
    // A robot can sign addresses itself: the signature proves the caller, not its right to the file.
    if (!isAllowed) {
      const refusal = isAllowed === null ? unknownId('fileId', fileId) : foreignId('fileId', fileId);
      throw new UploadRefusal(404, 'no such file', refusal);
    }
    return await sendFile(reply, files, file, request.headers.range);
  });
}

/** Sends the whole file, or a range: a robot resumes an interrupted download. */
async function sendFile(
  reply: FastifyReply,
  files: FileStore,
  file: Parameters<typeof bytesOfFile>[1],
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
