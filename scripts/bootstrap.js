// This file runs on the machine's own Node (20 or later), before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package with Node for this machine. There is one for Linux only. */
const nodePackage = `node-${process.platform}-${process.arch}`;
const packagedNode = join(root, 'node_modules', nodePackage, 'bin', 'node');
const leastNode = 24;

/** Node from npm, because the machine's own may be older. Where npm has none, the machine's own serves if it is new enough. */
function nodeProgram() {
  if (existsSync(packagedNode)) return packagedNode;
  const own = Number(process.versions.node.split('.')[0]);
  return process.platform !== 'linux' && own >= leastNode ? process.execPath : undefined;
}

/**
 * What a server and simulated robots are run with (`npm run bench -- memory`). A small young generation is collected more often and
 * keeps less. The heap has no limit of ours: a server of many robots would end at it.
 */
export const memoryFlags = ['--max-semi-space-size=8'];

/**
 * Installs if needed and runs `program` under the installed Node. Signals are forwarded, and its exit code becomes the
 * exit code of this process. When this process dies, the child's IPC channel closes.
 * @param {string} program
 * @param {string[]} args
 * @param {string[]} flags Options of Node.
 */
export async function continueWith(program, args, flags = []) {
  await install();
  const node = nodeProgram() ?? fail(noNode());
  const resolveOnce = pathToFileURL(join(root, 'scripts', 'resolve-once.js')).href;
  const child = spawn(node, [...flags, '--import', resolveOnce, join(root, program), ...args], {
    // A separate process group: otherwise Ctrl-C reaches the child from the terminal, npm and this process.
    detached: true,
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Node compiles more than a thousand modules at each start; with the cache it reads what it compiled before.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      // As for PostgreSQL: freed buffers go back to the system. More than two arenas keep free memory of each thread.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      MALLOC_TRIM_THRESHOLD_: '1048576',
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    },
  });
  forwardSignals(child);
  child.on('error', (error) => fail(`${node} does not run on this machine: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  let lastAt = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // Under npm one Ctrl-C arrives twice: from the terminal and from npm.
      if (Date.now() - lastAt < 300) return;
      lastAt = Date.now();
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  // A killed npm sends no signal; the change of the parent process shows it.
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
}

/** Runs `npm ci`, unless the packages of the lock file are installed. */
export async function install() {
  if (isInstalled() && nodeProgram()) return;
  const { code, output } = await withProgress('Installing what Sweepline needs (once)', npmCi);
  if (code !== 0) fail(`${output}\nnpm ci failed; its output is above.`);
  if (!nodeProgram()) fail(noNode());
}

const noNode = () =>
  process.platform === 'linux'
    ? `npm did not bring Node (${packagedNode}). If npm omits optional packages, include them: npm config delete omit`
    : `npm has no Node ${leastNode} for this machine (${nodePackage}). Install Node ${leastNode} or later and try again.`;

/** npm writes the second lock file at the end of an installation, so an interrupted one does not count as installed. */
export function isInstalled(folder = root) {
  try {
    const required = packagesOf(join(folder, 'package-lock.json'));
    const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
    return Object.entries(required).every(
      ([path, { version, optional, link }]) =>
        // Packages for other machines are optional; Node for this one is not.
        !path.includes('node_modules/') ||
        (optional && !path.endsWith(`/${nodePackage}`)) ||
        link ||
        installed[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }>}
 */
const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/** @returns {Promise<{ code: number | null, output: string }>} */
function npmCi() {
  // With NODE_ENV=production npm would omit the packages that builds and tests need.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm'];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program ?? 'npm', [...before, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Prints one line that counts the seconds on a terminal, or a line every 20 seconds in a log.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
async function withProgress(title, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const { stdout } = process;
  if (!stdout.isTTY) stdout.write(`… ${title}\n`);
  const timer = setInterval(
    () => stdout.write(stdout.isTTY ? `\r… ${title} ${seconds()} s` : `  ${seconds()} s\n`),
    stdout.isTTY ? 1000 : 20_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stdout.write(`${stdout.isTTY ? '\r' : ''}✓ ${title} ${seconds()} s\n`);
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
