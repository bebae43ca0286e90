import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-lock.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a second start on the same folder is refused with the process id and address of the first', () => {
  const lock = lockDataFolder(folder);
  lock.setAddress('http://127.0.0.1:8080');
  expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid} at http://127.0.0.1:8080`);
  lock.release();
  lockDataFolder(folder).release();
  expect(existsSync(join(folder, 'lock.json'))).toBe(false);
});

test('the lock of a killed process is taken over', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'data-lock.ts'));
  const script = `import { lockDataFolder } from ${module}; lockDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => lockDataFolder(folder)).toThrow(`process ${holder.pid}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataFolder(folder).release();
});

test('a lock whose pid was reused by another program is taken over', () => {
  lockDataFolder(folder);
  const file = join(folder, 'lock.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...content, startedAt: 'before the last boot' }));
  lockDataFolder(folder).release();
});
