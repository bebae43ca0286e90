import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Paths that are not the console's: a wrong one among them is an error, not a page. */
const notPages = /^\/(api|service|metrics|assets|device\/v1)(\/|$)/;

/**
 * The built console: files whose names carry a hash are kept for ever, the page itself never; compressed ones are sent as built.
 * Every other address opens the page, which finds its route itself.
 */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
): Promise<(url: string) => boolean> {
  if (!existsSync(folder)) return () => false;
  await app.register(fastifyStatic, {
    root: folder,
    // One route per file, so that every other address goes straight to the page.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const forEver = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (url) => !notPages.test(url);
}

/** The scripts that stand in the built page itself, as a content policy names them. */
export function scriptsWithin(folder: string): string[] {
  const file = join(folder, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  return [...scripts].map(([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}
