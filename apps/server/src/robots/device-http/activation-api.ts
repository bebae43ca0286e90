import { activationRequest, type ActivationFault } from '@sweepline/contract/robot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  ActivationRefusal,
  createActivationService,
  type ActivationDeps,
} from '../identity/activation-service.ts';
import { BadRequestForCertificate } from '../../features/devices/identity/certificate-service.ts';
import { createRequestLimits, type RequestLimits } from '../../platform/limits/request-limits.ts';
import { RequestRefusal } from '../../platform/http/request-refusal.ts';
import { deviceCaller } from './device-caller.ts';
import { refuseUnstorable } from '../intake/storable-request.ts';
import { UploadRefusal } from './upload-service.ts';

const statusOf: Record<ActivationFault | 'CREDENTIAL_UNSUPPORTED', number> = {
  CODE_UNKNOWN: 404,
  CODE_USED: 409,
  CODE_EXPIRED: 410,
  CODE_FAILED: 410,
  SN_TAKEN: 409,
  MODEL_MISMATCH: 422,
  BAD_CSR: 422,
  DOT_IN_NAME: 422,
  CREDENTIAL_UNSUPPORTED: 422,
  RATE_LIMITED: 429,
};

/** A certificate request has at most 8 KB. */
const bodyLimit = 32 * 1024;

const renewal = z.object({ csr: z.string().max(8192) });

/** Issues a robot's first credential, and a new certificate before the old one ends. Register it under `/device/v1`. */
export function activationApi(
  deps: ActivationDeps,
  { publicLimit, attempts }: Pick<RequestLimits, 'publicLimit' | 'attempts'> = createRequestLimits(deps.now),
) {
  const activation = createActivationService(deps, attempts);
  const caller = deviceCaller(deps.db);
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error: unknown, request, reply) => refuse(error, request, reply));

    app.addHook('preValidation', refuseUnstorable);

    const admit = async (request: FastifyRequest) => {
      if (publicLimit.take(request.ip)) return;
      publicLimit.refuse(floodOf(request, deps.now()), { flood: true });
      throw new ActivationRefusal('RATE_LIMITED');
    };
    app.post('/activate', { onRequest: admit, bodyLimit }, async (request, reply) => {
      const { ip: address, hostname: reachedAs } = request;
      const answer = await activation.activate(activationRequest.parse(request.body), { address, reachedAs });
      // No proxy or cache may store a password.
      return await reply.header('cache-control', 'no-store').send(answer);
    });

    app.post('/renew', { bodyLimit }, async (request) => {
      const { csr } = renewal.parse(request.body);
      return await activation.renew(await caller.bound(request), csr);
    });
  };
}

const floodOf = (request: FastifyRequest, at: Date) => ({
  at: at.toISOString(),
  code: 429,
  reason: 'tooMany',
  accountName: '',
  call: `POST ${request.routeOptions.url}`,
  address: request.ip,
  requestId: request.id,
});

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RequestRefusal) return reply.code(error.statusCode).send({ error: error.reason });
  if (error instanceof ActivationRefusal)
    return reply.code(statusOf[error.fault]).send({ error: error.fault });
  if (error instanceof BadRequestForCertificate)
    return reply.code(422).send({ error: 'BAD_CSR', detail: error.message });
  if (error instanceof UploadRefusal) return reply.code(error.status).send({ error: error.message });
  if (error instanceof z.ZodError)
    return reply.code(400).send({ error: 'BAD_REQUEST', detail: z.prettifyError(error).slice(0, 500) });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return reply.code(status).send({ error: String(error) });
  request.log.error(error);
  return reply.code(500).send({ error: 'internal' });
}
