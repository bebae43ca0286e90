import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

const root = join(import.meta.dirname, '..', '..');
const app = join(root, 'apps', 'console');
const stamp = join(app, 'dist', '.built-from');

/** The inputs of the build. */
const sources = [
  'package-lock.json',
  'apps/console/{index.html,package.json,vite.config.ts}',
  'apps/console/{src,build,public}/**/*',
  'packages/*/src/**/*',
];

/** True when the console in `dist` was built from the current files. */
export function isConsoleBuilt(): boolean {
  try {
    return readFileSync(stamp, 'utf8') === hashOfSources();
  } catch {
    return false;
  }
}

/** Builds the console; a failed build throws its output. */
export async function buildConsole(signal?: AbortSignal): Promise<void> {
  const hash = hashOfSources();
  const { code, output } = await vite(['build', '--logLevel', 'warn'], signal);
  if (code !== 0)
    throw new StartupError(
      `${withoutStack(output)}\nThe console could not be built; the output of the build is above.`,
    );
  writeFileSync(stamp, hash);
}

const withoutStack = (output: string) => stripVTControlCharacters(output).replaceAll(/^ +at .*\n/gm, '');

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function vite(args: string[], signal?: AbortSignal): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [program, ...args], {
      cwd: app,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
