import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * The content security policy: the browser loads from this origin only, and the console may not be framed. `scripts` are the
 * hashes of the page's inline scripts.
 */
export const contentPolicy = (scripts: readonly string[], overTls: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts.map((hash) => `'${hash}'`)],
      // The component library adds style elements at run time: a dialog stops the page behind it from scrolling, and scroll bars are
      // measured. Their text depends on the machine, so neither a hash nor a nonce covers them.
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
  // For this host only: its subdomains may belong to other services.
  strictTransportSecurity: overTls && { maxAge: yearS, includeSubDomains: false },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
});

const yearS = 365 * 24 * 3600;

const unused = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture'];

/** Browser features that the console does not use. */
export const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');
