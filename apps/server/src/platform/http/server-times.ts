/** Time limits for connections, request headers and the stop; bodies have their own (`body-limits.ts`). */
export const serverTimes = {
  // Fastify has one limit for all bodies, which a large upload over a slow network would exceed.
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  // A request that arrives during the stop is answered; `drainOnClose` ends its connection within this time.
  return503OnClosing: false,
  pluginTimeout: 20_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
} as const;
