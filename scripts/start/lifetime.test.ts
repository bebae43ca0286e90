import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
let child: ChildProcess | undefined;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'))));
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A program with `runUntilStopped`; `output` returns its output so far. */
function program(body: string) {
  const file = join(folder, 'program.ts');
  const module = JSON.stringify(join(import.meta.dirname, 'lifetime.ts'));
  const print = `const print = (line: string) => process.stdout.write(line + '\\n');`;
  writeFileSync(
    file,
    `import { runUntilStopped } from ${module}; ${print} await runUntilStopped(async ({ signal, onStop, giveUp }) => { ${body} });`,
  );
  const started = fork(file, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child = started;
  let printed = '';
  started.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const until = async (text: string) => {
    await expect.poll(() => printed, { timeout: 10_000 }).toContain(text);
  };
  return { started, until, output: () => printed, end: once(started, 'close') };
}

const twoServices = `
  onStop(() => print('stopped the first'));
  onStop(() => { print('stopped the second'); throw new Error('it did not like that'); });
  print('up');`;

test('SIGTERM stops all services in reverse order, also after one fails to stop', async () => {
  const { started, until, output, end } = program(twoServices);
  await until('up');
  started.kill('SIGTERM');
  expect(await end).toEqual([1, null]);
  expect(output()).toMatch(/stopped the second\n\nit did not like that\nstopped the first/);
});

test('the death of the parent process stops the program', async () => {
  const { started, until } = program(`onStop(() => print('stopped')); print('up');`);
  await until('up');
  started.disconnect();
  await until('stopped');
  await expect.poll(() => started.exitCode, { timeout: 10_000 }).toBe(0);
});

test('a failed start prints one sentence, stops its services and exits with 1', async () => {
  const { output, end } = program(`onStop(() => print('stopped')); throw new Error('There is no room.');`);
  expect(await end).toEqual([1, null]);
  expect(output()).toBe('\nThere is no room.\nstopped\n');
});

test('a program stopped during its start exits with 0', async () => {
  const { started, until, output, end } = program(`
    onStop(() => print('stopped'));
    print('starting');
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10));
    signal.throwIfAborted();`);
  await until('starting');
  started.kill('SIGINT');
  expect(await end).toEqual([0, null]);
  expect(output()).toBe('starting\nstopped\n');
});

test('giveUp prints the reason, stops all services and exits with 1', async () => {
  const { output, end } = program(`
    onStop(() => print('stopped'));
    setTimeout(() => giveUp(Object.assign(new Error('write'), { code: 'ENOSPC' })), 50);`);
  expect(await end).toEqual([1, null]);
  expect(output()).toBe('\nThe disk is full: make room and start again.\n\nStopping …\nstopped\n');
});

test('giveUp with a limit ends the program by then, also when a service does not stop', async () => {
  const startedMs = Date.now();
  const { until, end } = program(`
    onStop(() => new Promise(() => {}));
    setTimeout(() => giveUp(new Error('There is no database.'), 200), 50);`);
  await until('There is no database.');
  expect(await end).toEqual([1, null]);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
});
