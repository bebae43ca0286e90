import type { FastifyInstance } from 'fastify';
import { createAttemptLimits } from './rates/attempt-limits.ts';
import { statesInMemory } from './rates/limit-states.ts';
import { localLimits } from './rates/keyed-limit.ts';
import { createSharedLimits } from './rates/shared-limits.ts';
import { statesInDatabase } from './rates/stored-states.ts';
import type { Db } from '../db/db.ts';
import type { Bus } from '../socket/bus.ts';
import { createCallTurns, type CallTurnOptions } from './call-turns.ts';
import { createBodyGuard } from './body-guard.ts';
import type { BodyLimits } from './body-limits.ts';
import { createConnectionLimit } from './connection-limit.ts';
import type { Clock } from '../runtime/clock.ts';
import { createLimitMetrics } from './limit-metrics.ts';
import { createRefusalDelay, type RefusalDelayOptions } from './refusal-delay.ts';
import { createPublicLimit, type PublicLimitOptions } from './public-limit.ts';

export interface RequestLimitOptions {
  bodies?: BodyLimits;
  publicWrites?: PublicLimitOptions;
  connections?: Parameters<typeof createConnectionLimit>[1];
  callTurns?: CallTurnOptions;
  refusalDelay?: RefusalDelayOptions;
  trustedProxies?: number;
  /** What the servers of the installation share; without it this process counts alone. */
  shared?: { db: Db; bus: Bus } | undefined;
}

/** The limits of requests, shared by all listeners of the process. */
export function createRequestLimits(now: Clock, options: RequestLimitOptions = {}) {
  const { bodies: bodyOptions, publicWrites, trustedProxies = 0, shared } = options;
  const connections = trustedProxies > 0 ? { counts: () => false } : options.connections;
  const metrics = createLimitMetrics();
  const bodies = createBodyGuard(metrics, bodyOptions);
  const { createLimit, stop } = shared
    ? createSharedLimits(now, shared.bus)
    : { createLimit: localLimits(now), stop: () => {} };
  const publicLimit = createPublicLimit(now, createLimit, metrics, publicWrites);
  const connectionLimit = createConnectionLimit(metrics, connections);
  return {
    metrics,
    bodies,
    publicLimit,
    createLimit,
    attempts: createAttemptLimits(shared ? statesInDatabase(shared.db) : statesInMemory(now), now),
    callTurns: createCallTurns(metrics, options.callTurns),
    refusalDelay: createRefusalDelay(options.refusalDelay),
    /** Applies the limits of bodies and connections to a listener. */
    register: (app: FastifyInstance): void => {
      bodies.register(app);
      connectionLimit.register(app.server);
    },
    /** Stores the counts of refusals. */
    stop: (): void => {
      publicLimit.stop();
      stop();
    },
  };
}
export type RequestLimits = ReturnType<typeof createRequestLimits>;
