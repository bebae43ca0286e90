import { parseArgs } from 'node:util';
import { createInstallationVault } from '../apps/server/src/app/device-keys.ts';
import { readEnv } from '../apps/server/src/app/env.ts';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { StartupError } from '../apps/server/src/platform/embedded/startup-error.ts';
import { rotateShellKeys } from '../apps/server/src/robots/shell/shell-secrets.ts';
import { databaseOf } from './database-of.ts';
import { say } from './start/say.ts';

/**
 * `npm run ssh-ca:rotate [-- --urgent]`: rotates the keys that sign people in at the shells of robots, in DATABASE_URL, else in the data
 * folder. Servers go on and use the new keys at once. `--urgent` also rotates within a day after the last time.
 */
async function rotate(): Promise<void> {
  const { values } = parseArgs({ options: { urgent: { type: 'boolean', default: false } } });
  const vault = await createInstallationVault(readEnv());
  const database = await databaseOf();
  const db = createDb(database.url, { connections: 1 });
  try {
    const keys = await rotateShellKeys({ db, vault, now: () => new Date() }, { isUrgent: values.urgent });
    say('The key that was announced signs from now on, and another one is announced. Keys for robots:');
    keys.forEach((key) => say(key));
  } finally {
    await db.close();
    await database.stop();
  }
}

try {
  await rotate();
} catch (error) {
  // A wrong option is a mistake of the caller.
  if (!(error instanceof StartupError || error instanceof TypeError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
