import type { FastifyInstance } from 'fastify';
import { inScope, type Db } from '../db/db.ts';

/** Why a server should get no new requests. */
export type NotReady = 'starting' | 'stopping' | 'draining' | 'the broker is away' | 'the database is away';

interface ReadinessDeps {
  /** Whether the super admin drains the server. */
  isDraining(): boolean;
  /** Whether only the others reach the broker. */
  isCutOff(): boolean;
  isDatabaseAway(): boolean;
}

/**
 * Whether a load balancer should send requests to this server (`/ready`). It is different from `/health`: a draining server is
 * healthy, and a restart would not make it ready.
 */
export function createReadiness({ isDraining, isCutOff, isDatabaseAway }: ReadinessDeps) {
  let stage: 'starting' | 'serving' | 'stopping' = 'starting';
  return {
    /** From now on the server may be ready. */
    serve: (): void => void (stage = 'serving'),
    /** From now on it never is. */
    stop: (): void => void (stage = 'stopping'),
    whyNot: (): NotReady | undefined => {
      if (stage !== 'serving') return stage;
      if (isDraining()) return 'draining';
      if (isDatabaseAway()) return 'the database is away';
      return isCutOff() ? 'the broker is away' : undefined;
    },
  };
}
export type Readiness = ReturnType<typeof createReadiness>;

/** Adds `GET /ready`: 200, or 503 with the reason. */
export function registerReadiness(app: FastifyInstance, { whyNot }: Pick<Readiness, 'whyNot'>): void {
  app.get('/ready', async (_request, reply) => {
    const reason = whyNot();
    return await reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(reason ?? 'ready');
  });
}

/** Adds `GET /health`: 204, or 503 if the database does not answer. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/health', async (_request, reply) => {
    const status = await inScope(db, [], (tx) => tx.raw('select 1'), { readOnly: true }).then(
      () => 204,
      () => 503,
    );
    return await reply.code(status).send();
  });
}
