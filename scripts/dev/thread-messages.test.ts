import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('the first message of a thread is its answer, also under --watch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-watch-'));
  const program = join(folder, 'program.mjs');
  const module = pathToFileURL(join(import.meta.dirname, 'thread-messages.ts')).href;
  const thread = `import { parentPort } from 'node:worker_threads'; import 'node:path'; parentPort.postMessage('answer')`;
  writeFileSync(
    program,
    `import '${module}'; import { Worker } from 'node:worker_threads';
     new Worker(new URL(${JSON.stringify(`data:text/javascript,${thread}`)})).once('message', (message) => console.log(JSON.stringify(message)));`,
  );
  const child = spawn(process.execPath, ['--watch', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    expect(output.toString().split('\n')[0]).toBe('"answer"');
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
