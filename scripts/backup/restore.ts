import { parseArgs } from 'node:util';
import { readEnv } from '../../apps/server/src/app/env.ts';
import {
  restoreInstallation,
  type RestoreOptions,
} from '../../apps/server/src/app/backups/restore-installation.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { runCommand, sizeText } from './command.ts';
import { keyOfPassphrase } from './passphrase.ts';
import { lockDataFolder } from '../start/data-lock.ts';
import { say } from '../start/say.ts';

const usage = 'Name the backup: npm run restore -- /mnt/backups [--as-copy]';
const steps: Record<Parameters<NonNullable<RestoreOptions['onStep']>>[0], string> = {
  VERIFY: '… Reading the backup',
  DATABASE: '… Database',
  FILES: '… Files',
  CHECK: '… Checking what was restored',
};

/**
 * `npm run restore -- <folder> [--as-copy]`: restores a backup, or the newest of a folder, into the empty DATA_DIR, and for rows into an
 * empty DATABASE_URL. `--as-copy` makes a second installation beside the first: it takes new keys and sends no mail.
 */
await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: { 'as-copy': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (!named) throw new StartupError(usage);
  const env = readEnv();
  const startedAt = performance.now();
  const restored = await restoreInstallation({
    named,
    keyOf: keyOfPassphrase,
    env,
    isCopy: values['as-copy'],
    // The folder was empty, so all in it is the program's.
    within: [env.DATA_DIR],
    signal,
    lock: () => lockDataFolder(env.DATA_DIR).release,
    onStep: (step) => say(steps[step]),
  });
  const { found, rowsWithoutFile, statisticsDifferences } = restored;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`Restored ${found.name} of ${found.head.at} into ${env.DATA_DIR} in ${seconds} s.`);
  say(
    `  Database ${sizeText(found.head.databaseBytes)}, ${restored.files} files, ${restored.auditLinks} links of the audit hold`,
  );
  say(
    `  ${restored.expiredCommands} waiting commands have expired, ${restored.missedStarts} planned starts are missed`,
  );
  if (rowsWithoutFile > 0)
    say(`  ${rowsWithoutFile} records have no file: it was damaged before the backup.`);
  if (statisticsDifferences > 0)
    say(`  ${statisticsDifferences} daily sums differ from their reports: run npm run stats:rebuild.`);
  say('Robots are held until you end the hold on the page of backups.');
  if (rowsWithoutFile > 0 || statisticsDifferences > 0) process.exitCode = 1;
});
