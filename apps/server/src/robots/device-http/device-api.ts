import type { IceServer, OtaKey } from '@sweepline/contract/robot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ForeignMapRefusal } from '../../features/places/maps/map-arrival-service.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { FileFault } from '../../platform/files/file-fault.ts';
import { type FileStore } from '../../platform/files/files.ts';
import { isDatabaseAway } from '../../platform/db/availability.ts';
import { DatabaseAwayRefusal, RequestRefusal } from '../../platform/http/request-refusal.ts';
import { createRequestLimits, type RequestLimits } from '../../platform/limits/request-limits.ts';
import { reasonText } from '../../platform/calls/refusal-text.ts';
import { isStorageFull } from '../../platform/calls/error-mapping.ts';
import type { ActivationDeps } from '../identity/activation-service.ts';
import { deviceCaller } from './device-caller.ts';
import {
  presentCertificate,
  renewAfter,
} from '../../features/devices/identity/device-certificate-service.ts';
import { isBound, isFrozen, type Registration } from '../identity/registry.ts';
import { readSection } from '../protocol/section-document.ts';
import { refuseUnstorable } from '../intake/storable-request.ts';
import { foreignId, type IdRefusal, type UplinkRefusals } from '../intake/uplink-refusals.ts';
import { UploadRefusal } from './upload-service.ts';
import { addFileRoutes } from './file-routes.ts';
import { addStreamRoutes } from './stream-routes.ts';
import { addUploadRoutes } from './upload-routes.ts';
import { addWhipRoute, type WhipDeps } from './whip-routes.ts';

export interface DeviceApiDeps extends WhipDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  bus: Bus;
  /** Records refused ids; shared with the gateway, so that a robot cannot fill the dead letters over HTTP as well. */
  refusals: Pick<UplinkRefusals, 'note' | 'noteFile'>;
  /** Separate limits when none are shared. */
  limits?: RequestLimits;
  /** The broker address sent to devices, for each kind of credential. */
  brokerFor: ActivationDeps['brokerFor'];
  /** The public keys that robots trust for update packages. */
  otaKeys?: readonly OtaKey[];
  /** The public keys of the authority for shells. */
  sshCa?: (() => Promise<readonly string[]>) | undefined;
  /** STUN and TURN servers for streams over WebRTC. */
  iceServers?: readonly IceServer[];
}

const sectionPath = z.object({
  section: z.string().max(64),
  version: z.coerce.number().int().min(1).max(2_147_483_647),
});

const configOf =
  ({
    db,
    now,
    brokerFor,
    otaKeys = [],
    sshCa = async () => [],
    iceServers = [],
  }: Pick<DeviceApiDeps, 'db' | 'now' | 'brokerFor' | 'otaKeys' | 'sshCa' | 'iceServers'>) =>
  async (request: FastifyRequest) => {
    const { device, isValid } = await deviceCaller(db).identify(request);
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
      otaKeys,
      sshCa: await sshCa(),
      iceServers,
    };
  };

/** The HTTP calls of robots (docs/protocol/files.md#device-api). Register it under `/device/v1`. */
export const deviceApi =
  ({ db, files, now, bus, refusals, limits = createRequestLimits(now), ...config }: DeviceApiDeps) =>
  async (app: FastifyInstance): Promise<void> => {
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

    app.get('/config', configOf({ db, now, ...config }));
    const refuseFile = (request: FastifyRequest, device: Registration, detail: string) =>
      refusals.noteFile(messageOf(request, device), detail);
    addUploadRoutes(app, { db, files, now, bus, limits, boundCaller, refuseFile });
    addStreamRoutes(app, { db, now, bus, boundCaller });
    addWhipRoute(app, { ...config, boundCaller });
    addFileRoutes(app, { db, files, now, noteSender: (request, device) => senders.set(request, device) });
    app.get('/desired/:section/:version', async (request) => {
      const device = await boundCaller(request);
      const { section, version } = sectionPath.parse(request.params);
      const document = await readSection(db, device, section, version);
      if (!document) throw new UploadRefusal(404, 'not the present version');
      return document;
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

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RequestRefusal) return reply.code(error.statusCode).send({ error: error.reason });
  if (isDatabaseAway(error)) {
    const { statusCode, reason, retryAfterS } = new DatabaseAwayRefusal();
    return reply.code(statusCode).header('retry-after', retryAfterS).send({ error: reason });
  }
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
      ([field, reason]) => `${field}: ${reasonText(reason, 'en')}`,
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
