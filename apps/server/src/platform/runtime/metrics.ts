import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The program's own figures. Whoever has something to count registers it here. */
export function makeMetrics(others: readonly Registry[] = []) {
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
      // By route, never by address: an address holds ids and would make a series of each.
      const route = request.routeOptions.url ?? 'none';
      seconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    });
  /** Ours and those of the other parts of the program, in the text form Prometheus reads. */
  const text = () => Registry.merge([registry, ...others]).metrics();
  return { contentType: registry.contentType, text, timeCalls };
}
export type Metrics = ReturnType<typeof makeMetrics>;

/** `/metrics` for whoever knows the token; without a token there is no such page. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (!token) return;
  const expected = Buffer.from(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return await reply.code(401).send();
    return await reply.type(metrics.contentType).send(await metrics.text());
  });
}
