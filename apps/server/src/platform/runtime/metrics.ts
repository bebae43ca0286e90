import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';

/** Creates the program's metrics; `others` are registries of other parts, such as the socket and the gateway. */
export function createMetrics(others: readonly Registry[] = []) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'sweepline_call_seconds',
    help: 'Time to answer a call, by route and HTTP status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20],
    registers: [registry],
  });
  const timeCalls = (app: FastifyInstance) =>
    app.addHook('onResponse', async (request, reply) => {
      // By route, never by URL: a URL contains ids, and each would create a series.
      const route = request.routeOptions.url ?? 'none';
      seconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    });
  /** All metrics in Prometheus' text format. */
  const text = () => Registry.merge([registry, ...others]).metrics();
  return { contentType: registry.contentType, text, timeCalls };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** Adds the route `/metrics`, which requires the token; without a token there is no route. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (!token) return;
  const expected = Buffer.from(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const authorization = Buffer.from(request.headers.authorization ?? '');
    if (authorization.length !== expected.length || !timingSafeEqual(authorization, expected))
      return await reply.code(401).send();
    return await reply.type(metrics.contentType).send(await metrics.text());
  });
}
