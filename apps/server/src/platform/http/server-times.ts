/** Time limits for connections and request headers; bodies have their own (`body-limits.ts`). */
export const serverTimes = {
  // Fastify has one limit for all bodies, which a large upload over a slow network would exceed.
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
} as const;
