import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Paths outside the console: an unknown path among them is an error, not the page. */
const notPages = /^\/(api|service|metrics|assets|device\/v1)(\/|$)/;

/** A browser reads these headers of pages only. In each of the files that a page loads they would be half a kilobyte. */
const pageHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** A worker obeys the policy of its own file, not that of its page. */
const filePolicy = "default-src 'self'; frame-ancestors 'none'";

/**
 * Serves the built console. Files with a hash in their name are cached for a year, the page is never cached, and precompressed
 * files are sent as built. The returned function reports whether a URL opens the page, which then finds its route.
 */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
): Promise<(url: string) => boolean> {
  if (!existsSync(folder)) return () => false;
  const common = { preCompressed: true, cacheControl: false, dotfiles: 'ignore' } as const;
  await app.register(fastifyStatic, {
    ...common,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => {
      for (const name of pageHeaders) reply.removeHeader(name);
      reply.header('content-security-policy', filePolicy);
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  await app.register(fastifyStatic, {
    ...common,
    root: folder,
    // One route per file, so that every other address opens the page. Routes of all assets would take a third of a second of each start.
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });
  return (url) => !notPages.test(url);
}

/** The hashes of the inline scripts in the built page, in the form of a content security policy. */
export function scriptsWithin(folder: string): string[] {
  const file = join(folder, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  return [...scripts].map(([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}
