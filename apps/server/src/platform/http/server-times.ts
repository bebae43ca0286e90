/** How long a connection may take to send the headers of a request; bodies have a pace of their own (`body-limits.ts`). */
export const serverTimes = {
  // Fastify's own limit is one time for every body, which a large upload over a slow line cannot keep.
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
} as const;
