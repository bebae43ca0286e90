import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { takePicturesIn, ZipFault } from '../../features/ai/images/image-intake-service.ts';
import { storeRobotBundle } from '../../features/places/maps/map-arrival-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { RequestLimits } from '../../platform/limits/request-limits.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Registration } from '../identity/registry.ts';
import { createUploadService, newUpload, UploadRefusal } from './upload-service.ts';

interface UploadRouteDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  bus: Bus;
  limits: RequestLimits;
  /** The bound device that makes the call; a refusal for any other caller. */
  boundCaller(request: FastifyRequest): Promise<Registration>;
  /** Notes a file that cannot be used. */
  refuseFile(request: FastifyRequest, device: Registration, detail: string): void;
}

const partPath = z.object({ id: z.uuid(), n: z.coerce.number().int().min(1).max(10_000) });
const uploadPath = z.object({ id: z.uuid() });
const maxPartBytes = 128 * 1024 * 1024;

/** Uploads of robots, in parts (docs/protocol/files.md#device-api). */
export function addUploadRoutes(app: FastifyInstance, deps: UploadRouteDeps): void {
  const { db, files, now, bus, limits, boundCaller, refuseFile } = deps;
  const uploads = createUploadService(db, files, now);

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
    const { fileId, kind, refId } = await uploads.complete(device, uploadPath.parse(request.params).id);
    if (kind === 'AI_IMAGE') {
      try {
        await takePicturesIn({ db, files, now }, device, refId.toLowerCase(), fileId);
      } catch (error) {
        if (!(error instanceof ZipFault)) throw error;
        refuseFile(request, device, `AI_IMAGE: ${error.message}`);
        throw new UploadRefusal(422, 'the pictures cannot be taken');
      }
    }
    if (kind !== 'MAP') return { fileId };
    const mapVersion = await storeRobotBundle({ db, files, bus, now }, device, fileId);
    return { fileId, mapVersion: String(mapVersion) };
  });
}
