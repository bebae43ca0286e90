import { existsSync } from 'node:fs';
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
