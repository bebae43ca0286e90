import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { registerConsole } from '../../platform/http/console-files.ts';

/** Adds the built console, if there is one. Returns which addresses are its pages. */
export const addConsole = async (
  app: FastifyInstance,
  { consoleFolder: folder }: { consoleFolder?: string },
) => (folder && existsSync(join(folder, 'index.html')) ? await registerConsole(app, folder) : () => false);
