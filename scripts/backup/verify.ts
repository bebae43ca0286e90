import { parseArgs } from 'node:util';
import { findBackup } from '../../apps/server/src/platform/backup/backup-place.ts';
import { openKeys, verifyBackup } from '../../apps/server/src/platform/backup/verify-backup.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { runCommand, sizeText } from './command.ts';
import { keyOfPassphrase } from './passphrase.ts';
import { say } from '../start/say.ts';

/**
 * `npm run verify -- <folder>`: reads a backup, or the newest of a folder, and compares all of it with its head. Tries the passphrase as
 * well. Exits with 1 for a damaged backup.
 */
await runCommand(async (signal) => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [named] = positionals;
  if (!named) throw new StartupError('Name the backup: npm run verify -- /mnt/backups');
  const found = await findBackup(named);
  const { files, bytes } = await verifyBackup(found, signal);
  await openKeys(found, await keyOfPassphrase(found.head.salt));
  say(
    `Backup ${found.name} of ${found.head.at} is whole: ${files} files with ${sizeText(bytes)}, and its keys open.`,
  );
});
