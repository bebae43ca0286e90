import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rehearseBackup } from '../../apps/server/src/app/backups/rehearse-backup.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { runCommand } from './command.ts';
import { keyOfPassphrase } from './passphrase.ts';
import { say } from '../start/say.ts';

const steps = { RESTORE: '… Restoring it aside', WALK: '… Reading every list of its server' };

/**
 * `npm run rehearse -- <folder> [--aside /var/tmp]`: restores a backup, or the newest of a folder, aside, starts a server on it without
 * robots and mail, reads every list as its super admin, and deletes it. Exits with 1 if one fails.
 */
await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: { aside: { type: 'string', default: tmpdir() } },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (!named) throw new StartupError('Name the backup: npm run rehearse -- /mnt/backups');
  const startedAt = performance.now();
  const { restored, lists } = await rehearseBackup({
    named,
    keyOf: keyOfPassphrase,
    aside: resolve(values.aside),
    signal,
    onStep: (step) => say(steps[step]),
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(
    `Backup ${restored.found.name} of ${restored.found.head.at} starts: ${lists} lists were read, in ${seconds} s.`,
  );
  if (restored.rowsWithoutFile > 0) {
    say(`${restored.rowsWithoutFile} records have no file: it was damaged before the backup.`);
    process.exitCode = 1;
  }
});
