import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * What the browser may load and who may frame us: everything from here, nothing from anywhere else. `scripts` are the ones that stand
 * in the page itself, by their hashes.
 */
export const contentPolicy = (scripts: readonly string[]): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts.map((hash) => `'${hash}'`)],
      // The component library positions things with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Said by whoever ends TLS; over plain HTTP browsers ignore it anyway.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
});
