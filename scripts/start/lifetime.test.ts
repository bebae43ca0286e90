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

/** A program that lives as ours do; `said` is what it has printed so far. */
function program(body: string) {
  const file = join(folder, 'program.ts');
  const module = JSON.stringify(join(import.meta.dirname, 'lifetime.ts'));
  const print = `const print = (line: string) => process.stdout.write(line + '\\n');`;
  writeFileSync(
    file,
    `import { live } from ${module}; ${print} await live(async ({ signal, onStop, giveUp }) => { ${body} });`,
  );
  const started = fork(file, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child = started;
  let said = '';
  started.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const until = async (text: string) => {
    await expect.poll(() => said, { timeout: 10_000 }).toContain(text);
  };
  return { started, until, said: () => said, end: once(started, 'close') };
}

const twoServices = `
  onStop(() => print('stopped the first'));
  onStop(() => { print('stopped the second'); throw new Error('it did not like that'); });
  print('up');`;

test('SIGTERM stops what was started, last first, and one that fails to stop does not keep the others', async () => {
  const { started, until, said, end } = program(twoServices);
  await until('up');
  started.kill('SIGTERM');
  expect(await end).toEqual([1, null]);
  expect(said()).toMatch(/stopped the second\n\nit did not like that\nstopped the first/);
});

test('the death of whoever started it stops it too', async () => {
  const { started, until } = program(`onStop(() => print('stopped')); print('up');`);
  await until('up');
  started.disconnect();
  await until('stopped');
  await expect.poll(() => started.exitCode, { timeout: 10_000 }).toBe(0);
});

test('a start that fails says why in one sentence, stops what it had started, and ends with 1', async () => {
  const { said, end } = program(`onStop(() => print('stopped')); throw new Error('There is no room.');`);
  expect(await end).toEqual([1, null]);
  expect(said()).toBe('\nThere is no room.\nstopped\n');
});

test('one that is told to stop while it starts does not call that a failure', async () => {
  const { started, until, said, end } = program(`
    onStop(() => print('stopped'));
    print('starting');
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10));
    signal.throwIfAborted();`);
  await until('starting');
  started.kill('SIGINT');
  expect(await end).toEqual([0, null]);
  expect(said()).toBe('starting\nstopped\n');
});

test('what cannot go on while it runs says why once it is up, and stops everything', async () => {
  const { said, end } = program(`
    onStop(() => print('stopped'));
    setTimeout(() => giveUp(Object.assign(new Error('write'), { code: 'ENOSPC' })), 50);`);
  expect(await end).toEqual([1, null]);
  expect(said()).toBe('\nThe disk is full: make room and start again.\n\nStopping …\nstopped\n');
});
