import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { say } from './start/say.ts';

const root = join(import.meta.dirname, '..');

const checks: [title: string, program: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['format', 'oxfmt', ['--check', '.']],
  ['dead code', 'knip', ['--no-progress']],
  [
    'architecture, conventions, sizes',
    'vitest',
    [
      'run',
      '--project',
      'structure',
      'architecture.test.ts',
      'areas.test.ts',
      'conventions.test.ts',
      'sizes.test.ts',
    ],
  ],
];

/** Runs every check, prints the output of the failed ones, and fails if any failed. */
let failed = 0;
for (const [title, program, args] of checks) {
  const { code, output } = await run(program, args);
  if (code !== 0) say(output);
  say(`${code === 0 ? '✓' : '✗'} ${title}`);
  if (code !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;

function run(program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}
