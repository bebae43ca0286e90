import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { devices } from '../../entities/devices/device-table.ts';
import { ForeignMapRefusal, storeRobotBundle } from '../../features/maps/map-arrival-service.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { FileFault } from '../../platform/files/file-fault.ts';
import { bytesOfFile, type FileStore } from '../../platform/files/files.ts';
import { RequestRefusal } from '../../platform/http/request-refusal.ts';
import { createRequestLimits, type RequestLimits } from '../../platform/limits/request-limits.ts';
import { isStorageFull } from '../../platform/calls/error-mapping.ts';
import type { ActivationDeps } from '../identity/activation-service.ts';
import { deviceCaller } from './device-caller.ts';
import { presentCertificate, renewAfter } from '../../features/device-identity/device-certificate-service.ts';
import { isBound, isFrozen, registrationOf, type Registration } from '../identity/registry.ts';
import { readSection } from '../protocol/section-document.ts';
import { isSigned } from './signed-files.ts';
import { refuseUnstorable } from '../intake/storable-request.ts';
import { refusedFile } from '../intake/uplink-refs.ts';
import { foreignId, type IdRefusal, type UplinkRefusals } from '../intake/uplink-refusals.ts';
import { newUpload, createUploadService, UploadRefusal } from './upload-service.ts';

export interface DeviceApiDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  bus: Bus;
  /** Records refused ids; shared with the gateway, so that a robot cannot fill the dead letters over HTTP as well. */
  refusals: Pick<UplinkRefusals, 'note'>;
  /** Separate limits when none are shared. */
  limits?: RequestLimits;
  /** The broker address sent to devices, for each kind of credential. */
  brokerFor: ActivationDeps['brokerFor'];
}

const partPath = z.object({ id: z.uuid(), n: z.coerce.number().int().min(1).max(10_000) });
const filePath = z.object({ id: z.uuid() });
const sectionPath = z.object({
  section: z.string().max(64),
  version: z.coerce.number().int().min(1).max(2_147_483_647),
});
const fileQuery = z.object({ sn: z.string(), expires: z.coerce.number(), signature: z.string().max(64) });
const maxPartBytes = 128 * 1024 * 1024;

/** The HTTP calls of robots (docs/protocol/files.md#device-api). Register it under `/device/v1`. */
export const deviceApi =
  ({ db, files, now, bus, brokerFor, refusals, limits = createRequestLimits(now) }: DeviceApiDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const uploads = createUploadService(db, files, now);

    const bySn = async (sn: string): Promise<Registration | undefined> => {
      const [row] = await inScope(db, '*', (tx) => tx.select().from(devices).where(eq(devices.sn, sn)), {
        readOnly: true,
      });
      return row && registrationOf(row);
    };

    const caller = deviceCaller(db);
    const senders = new WeakMap<FastifyRequest, Registration>();
    const boundCaller = async (request: FastifyRequest): Promise<Registration> => {
      const device = await caller.bound(request);
      senders.set(request, device);
      return device;
    };

    app.setErrorHandler((error: unknown, request, reply) => {
      const [device, refusal] = [senders.get(request), refusedIdOf(error)];
      if (device && refusal) refusals.note(messageOf(request, device), refusal);
      return answerError(error, request, reply);
    });
    app.addHook('preValidation', refuseUnstorable);
    // Parts are streamed to the store; otherwise they would be buffered in memory.
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

    app.get('/config', async (request) => {
      const { device, isValid } = await caller.identify(request);
      const certificate = await inScope(db, '*', (tx) => presentCertificate(tx, device.deviceId), {
        readOnly: true,
      });
      const open = isValid && isBound(device);
      const at = (credential: 'CERTIFICATE' | 'PASSWORD') => brokerFor(credential, request.hostname);
      return {
        status: !open ? 'UNBOUND' : isFrozen(device) ? 'FROZEN' : 'OK',
        mqtt: at(certificate ? 'CERTIFICATE' : 'PASSWORD') ?? at('PASSWORD'),
        serverTime: now().toISOString(),
        certRenewAfter: open && certificate ? renewAfter(certificate) : null,
      };
    });

    app.post('/uploads', async (request) => {
      const device = await boundCaller(request);
      const upload = await uploads.begin(device, newUpload.parse(request.body));
      return {
        uploadId: upload.id,
        partSize: upload.partSize,
        parts: Array.from({ length: upload.partCount }, (_, index) => ({
          n: index + 1,
          url: `/device/v1/uploads/${upload.id}/parts/${index + 1}`,
        })),
        expiresAt: upload.expiresAt,
      };
    });

    const admitPart = async (request: FastifyRequest) =>
      limits.bodies.admit(request, { maxBytes: maxPartBytes, pace: 'robot', place: 'robot' });
    app.put(
      '/uploads/:id/parts/:n',
      { bodyLimit: maxPartBytes, onRequest: admitPart },
      async (request, reply) => {
        const device = await boundCaller(request);
        limits.bodies.assign(request, `device:${device.deviceId}`);
        const { id, n } = partPath.parse(request.params);
        // The parser above passes the stream on.
        const content = request.body as Readable;
        const length = Number(request.headers['content-length'] ?? -1);
        const etag = await uploads.putPart(device, id, { n, length, content });
        return await reply.header('etag', `"${etag}"`).send({});
      },
    );

    app.post('/uploads/:id/complete', async (request) => {
      const device = await boundCaller(request);
      const { fileId, kind } = await uploads.complete(device, filePath.parse(request.params).id);
      if (kind !== 'MAP') return { fileId };
      const mapVersion = await storeRobotBundle({ db, files, bus, now }, device, fileId);
      return { fileId, mapVersion: String(mapVersion) };
    });

    app.get('/desired/:section/:version', async (request) => {
      const device = await boundCaller(request);
      const { section, version } = sectionPath.parse(request.params);
      const document = await readSection(db, device, section, version);
      if (!document) throw new UploadRefusal(404, 'not the present version');
      return document;
    });

    app.get('/files/:id', async (request, reply) => {
      const { id: fileId } = filePath.parse(request.params);
      const query = fileQuery.parse(request.query);
      const device = await bySn(query.sn);
      const allowed =
        device && isBound(device) && isSigned({ fileId, ...query }, device.secretHash, now().getTime());
      if (!allowed) throw new UploadRefusal(403, 'address expired or not yours');
      senders.set(request, device);
      // A robot can sign addresses itself: the signature proves the caller, not its right to the file.
      const refusal = await inScope(db, '*', (tx) => refusedFile(tx, device, fileId), { readOnly: true });
      const [file] = refusal
        ? []
        : await inScope(
            db,
            [device.companyId],
            (tx) => tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
            { readOnly: true },
          );
      if (!file) throw new UploadRefusal(404, 'no such file', refusal && { ...refusal, field: 'fileId' });
      return await sendFile(reply, files, file, request.headers.range);
    });
  };

/** The id that a call may not use, if it was refused for one. */
function refusedIdOf(error: unknown): IdRefusal | undefined {
  if (error instanceof ForeignMapRefusal) return foreignId('mapId', error.mapId);
  return error instanceof UploadRefusal ? error.refusedId : undefined;
}

/** A call as a refused message. Its query stays out, because it contains the signature. */
const messageOf = ({ method, routeOptions, params }: FastifyRequest, device: Registration) => ({
  device,
  topic: `${method} ${routeOptions.url}`,
  transport: 'HTTP' as const,
  message: params as Record<string, unknown>,
});

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

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RequestRefusal) return reply.code(error.statusCode).send({ error: error.reason });
  if (isStorageFull(error)) {
    request.log.error(error);
    return reply.code(507).send({ error: 'storageFull' });
  }
  if (error instanceof FileFault) {
    request.log.error(error);
    return reply.code(410).send({ error: 'fileDamaged' });
  }
  if (error instanceof Refusal) {
    // The bundle cannot be read; the robot keeps its edit and shows the reason.
    const reasons = Object.entries(error.details.fields ?? {}).map(
      ([field, reason]) => `${field}: ${reason}`,
    );
    return reply.code(422).send({ error: reasons.join('; ').slice(0, 500) || error.reason });
  }
  if (error instanceof UploadRefusal) return reply.code(error.status).send({ error: error.message });
  if (error instanceof z.ZodError)
    return reply.code(400).send({ error: z.prettifyError(error).slice(0, 500) });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return reply.code(status).send({ error: String(error) });
  request.log.error(error);
  return reply.code(500).send({ error: 'internal' });
}
