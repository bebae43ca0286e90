import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * What the browser may load and who may frame us: everything from here, nothing from anywhere else. `scripts` are the ones that stand
 * in the page itself, by their hashes.
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
  // Of this host alone: what others serve under its subdomains is not ours to decide.
  strictTransportSecurity: overTls && { maxAge: yearS, includeSubDomains: false },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
});

const yearS = 365 * 24 * 3600;

const unused = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture'];

/** What the console never asks a browser for. */
export const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');
