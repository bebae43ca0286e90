import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../apps/server/package.json' with { type: 'json' };
import { readEnv } from '../../apps/server/src/app/env.ts';
import { createInstallationVault } from '../../apps/server/src/app/device-keys.ts';
import { fingerprintOf, readInstallationKeys } from '../../apps/server/src/app/backups/installation-keys.ts';
import { createBackup } from '../../apps/server/src/platform/backup/create-backup.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { runCommand, sizeText } from './command.ts';
import { keyOfPassphrase } from './passphrase.ts';
import { databaseOf } from '../database-of.ts';
import { say } from '../start/say.ts';

const usage = 'Name the folder: npm run backup -- /mnt/backups [--keep 14]';
const defaultKeep = 14;

/**
 * `npm run backup -- <folder> [--keep 14]`: backs up the database, files and keys of DATA_DIR, or of DATABASE_URL and FILES_URL, while
 * the server works or is stopped. `--keep` is the number of backups that stay in the folder.
 */
await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string', default: `${defaultKeep}` } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const keep = Number(values.keep);
  if (!folder || !Number.isInteger(keep) || keep < 1) throw new StartupError(usage);
  const env = readEnv();
  const database = await databaseOf();
  try {
    const key = await keyOfPassphrase();
    // A database without a key of its installation has not been served yet.
    await createInstallationVault(env);
    const keys = await readInstallationKeys(env);
    const startedAt = performance.now();
    const { name, head, deleted } = await createBackup({
      place: resolve(folder),
      databaseUrl: database.url,
      filesUrl: env.FILES_URL,
      dataDir: env.DATA_DIR,
      keys,
      fingerprint: fingerprintOf(keys),
      key,
      version: program.version,
      keep,
      signal,
    });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`Backup ${name} is in ${resolve(folder)}, made in ${seconds} s and read back.`);
    const how = head.kind === 'BASE' ? 'as files' : 'as rows, because PostgreSQL grants no replication';
    say(`  Database ${sizeText(head.databaseBytes)} ${how}`);
    say(
      `  Files ${head.files}, ${sizeText(head.fileBytes)}, of which ${sizeText(head.newFileBytes)} were new`,
    );
    if (head.faultyFiles.length > 0)
      say(`  ${head.faultyFiles.length} stored files are damaged or missing and are not in the backup.`);
    if (deleted.length > 0) say(`  Deleted: ${deleted.join(', ')}`);
    say('Its keys open with the passphrase only. Try it: npm run rehearse -- <folder>');
  } finally {
    await database.stop();
  }
});
