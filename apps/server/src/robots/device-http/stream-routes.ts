import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Registration } from '../identity/registry.ts';
import { refusalOf, unknownId } from '../intake/uplink-refusals.ts';
import { logStreams } from './log-streams.ts';
import type { RefusedSession, StreamAttempt, StreamKind, StreamKindDeps } from './stream-kind.ts';
import { UploadRefusal } from './upload-service.ts';
import { sshStreams } from './ssh-streams.ts';
import { videoStreams } from './video-streams.ts';

interface StreamRouteDeps extends StreamKindDeps {
  db: Db;
  /** The bound device that makes the call; a refusal for any other caller. */
  boundCaller(request: FastifyRequest): Promise<Registration>;
}

const streamPath = z.object({ sessionId: z.uuid() });
const streamQuery = z.object({ token: z.string().min(1).max(200) });

/** The streams that robots open (docs/protocol/files.md#device-api). A connection belongs to one session. */
export function addStreamRoutes(app: FastifyInstance, { db, boundCaller, ...deps }: StreamRouteDeps): void {
  const kinds = [videoStreams(deps), logStreams(deps), sshStreams(deps)];
  const sessions = new WeakMap<object, { kind: StreamKind; attempt: StreamAttempt }>();
  app.addHook('onClose', async () => kinds.forEach((kind) => kind.stop()));

  app.route({
    method: 'GET',
    url: '/stream/:sessionId',
    preValidation: async (request) => {
      const device = await boundCaller(request);
      const { sessionId } = streamPath.parse(request.params);
      const { token } = streamQuery.parse(request.query);
      const attempt = { device, sessionId, token, at: deps.now().toISOString() };
      sessions.set(request, { kind: await redeem(db, kinds, attempt), attempt });
    },
    handler: (_request, reply) => reply.code(426).send({ error: 'not a WebSocket' }),
    wsHandler: (socket, request) => {
      const session = sessions.get(request);
      if (!session) return socket.terminate();
      session.kind.serve(socket, session.attempt);
    },
  });
}

/** The kind of the session whose token is redeemed. Throws 401 for any other token; the reason is for staff only. */
const redeem = (db: Db, kinds: readonly StreamKind[], attempt: StreamAttempt): Promise<StreamKind> =>
  inScope(db, '*', async (tx) => {
    const { device, sessionId } = attempt;
    let found: RefusedSession;
    for (const kind of kinds) {
      const outcome = await kind.redeem(tx, attempt);
      if (outcome === 'REDEEMED') return kind;
      found ??= outcome;
    }
    const refusal = refusalOf(found, device, 'sessionId', sessionId) ?? unknownId('token', sessionId);
    throw new UploadRefusal(401, 'the token is not valid', refusal);
  });
