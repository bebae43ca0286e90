import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Needed by some later call, job or robot only. Each takes 15 to 120 ms of a start. */
const lateLibraries = [
  '@aws-sdk/client-s3',
  '@peculiar/x509',
  'fontkit',
  'mqtt',
  'nodemailer',
  'pdfmake',
  'pg-boss',
  'sanitize-html',
  'sharp',
  'ssh2',
  'werift',
];

/** Loads the server and prints the libraries that this loads. */
const program = (main: string) => `
  import { registerHooks } from 'node:module';
  const libraries = new Set();
  registerHooks({
    load(url, context, next) {
      const [, library] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (library) libraries.add(library);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(main)});
  process.stdout.write(JSON.stringify([...libraries]), () => process.exit());`;

test('the server loads no library before its first use that the first calls do not need', async () => {
  const main = pathToFileURL(join(import.meta.dirname, 'main.ts')).href;
  const args = ['--input-type=module', '--eval', program(main)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('fastify');
  expect(loaded.filter((library) => lateLibraries.includes(library))).toEqual([]);
});
