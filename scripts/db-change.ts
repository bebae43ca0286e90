import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { say } from './start/say.ts';

/** Writes the migration from the last one to the current tables: `npm run db:change -- add-device-colour`. */
const name = process.argv[2];
if (!name || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  say('Say in a few words what changes: npm run db:change -- add-device-colour');
  process.exitCode = 1;
} else {
  const root = join(import.meta.dirname, '..');
  const program = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
  const args = [program, 'generate', '--name', name.replaceAll('-', '_')];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
