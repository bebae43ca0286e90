import { parseArgs } from 'node:util';
import { StartupError } from '../apps/server/src/platform/embedded/startup-error.ts';
import { makeKey, signPackage } from './ota/sign-package.ts';
import { say } from './start/say.ts';

/**
 * Signs a software package on a machine that holds the private key and needs no network.
 *
 * `npm run ota:sign -- --new-key release-2026` creates `release-2026.pem` and prints the entry for `OTA_KEYS`.
 * `npm run ota:sign -- --key release-2026.pem --file robot.tar.gz --type ROBOT --models J30 --version 3.5.0` writes
 * `robot.tar.gz.signed.json` for the upload. Also: `--min 3.0.0`, `--from 3.4.0,3.4.1`, `--needs HMI:2.0.0`, `--key-id name`.
 */
const options = {
  'new-key': { type: 'string' },
  key: { type: 'string' },
  'key-id': { type: 'string' },
  file: { type: 'string' },
  type: { type: 'string' },
  models: { type: 'string' },
  version: { type: 'string' },
  min: { type: 'string' },
  from: { type: 'string' },
  needs: { type: 'string' },
} as const;

const needed = (value: string | undefined, name: string): string => {
  if (!value) throw new StartupError(`--${name} is missing`);
  return value;
};

async function run(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values['new-key']) {
    const { file, entry } = await makeKey(values['new-key']);
    say(`${file} is the private key. Keep it offline.`);
    return say(`Add to OTA_KEYS of the server: ${entry}`);
  }
  const written = await signPackage({
    key: needed(values.key, 'key'),
    keyId: values['key-id'],
    file: needed(values.file, 'file'),
    pkgType: needed(values.type, 'type'),
    models: needed(values.models, 'models'),
    version: needed(values.version, 'version'),
    minVersion: values.min,
    fromVersions: values.from,
    needs: values.needs,
  });
  say(`${written} is the signed manifest. Upload it together with the file.`);
}

try {
  await run();
} catch (error) {
  // A wrong option is a mistake of the caller.
  if (!(error instanceof StartupError || error instanceof TypeError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
