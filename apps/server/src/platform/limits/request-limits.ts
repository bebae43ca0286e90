import type { FastifyInstance } from 'fastify';
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
}

/** The limits of requests over HTTP, shared by all listeners of the process. */
export function createRequestLimits(now: Clock, options: RequestLimitOptions = {}) {
  const { bodies: bodyOptions, publicWrites, trustedProxies = 0 } = options;
  const connections = trustedProxies > 0 ? { counts: () => false } : options.connections;
  const metrics = createLimitMetrics();
  const bodies = createBodyGuard(metrics, bodyOptions);
  const connectionLimit = createConnectionLimit(metrics, connections);
  return {
    metrics,
    bodies,
    publicLimit: createPublicLimit(now, metrics, publicWrites),
    callTurns: createCallTurns(metrics, options.callTurns),
    refusalDelay: createRefusalDelay(options.refusalDelay),
    /** Applies the limits of bodies and connections to a listener. */
    register: (app: FastifyInstance): void => {
      bodies.register(app);
      connectionLimit.register(app.server);
    },
  };
}
export type RequestLimits = ReturnType<typeof createRequestLimits>;
