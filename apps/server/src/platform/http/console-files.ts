import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Paths outside the console: an unknown path among them is an error, not the page. */
const notPages = /^\/(api|service|metrics|assets|device\/v1)(\/|$)/;

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
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
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
