import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  canonicalOtaManifest,
  otaManifest,
  type OtaManifest,
  type SignedOtaManifest,
} from '../../packages/contract/src/robot/index.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

/** Options of the command, as texts; lists are separated by commas. */
interface SignOptions {
  key: string;
  keyId?: string | undefined;
  file: string;
  pkgType: string;
  models: string;
  version: string;
  minVersion?: string | undefined;
  fromVersions?: string | undefined;
  needs?: string | undefined;
}

const listOf = (text = '') => text.split(',').filter((item) => item !== '');

/** The raw public key, as `OTA_KEYS` lists it. */
const rawKeyOf = (key: KeyObject) =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

/** The signature of a manifest: Ed25519 over its canonical text, base64. */
export const signManifest = (manifest: OtaManifest, key: KeyObject): SignedOtaManifest => ({
  manifest,
  signature: sign(null, Buffer.from(canonicalOtaManifest(manifest)), key).toString('base64'),
});

/** Creates a private key in the present folder. An existing file stays and is refused. */
export async function makeKey(keyId: string): Promise<{ file: string; entry: string }> {
  if (!otaManifest.shape.keyId.safeParse(keyId).success)
    throw new StartupError('--new-key has letters, digits, points and hyphens, at most 40');
  const { privateKey } = generateKeyPairSync('ed25519');
  const file = `${keyId}.pem`;
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
  return { file, entry: `${keyId}:${rawKeyOf(privateKey)}` };
}

async function readKey(file: string): Promise<KeyObject> {
  const key = createPrivateKey(await readFile(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new StartupError('--key is an Ed25519 private key in PEM');
  return key;
}

/** Size and SHA-256 of a file, read in pieces. */
async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  // A file stream yields buffers.
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes the signed manifest of a package beside its file. Returns the name of the written file. */
export async function signPackage(options: SignOptions): Promise<string> {
  const key = await readKey(options.key);
  const parsed = otaManifest.safeParse({
    models: listOf(options.models),
    pkgType: options.pkgType,
    version: options.version,
    minVersion: options.minVersion ?? null,
    fromVersions: listOf(options.fromVersions),
    needs: listOf(options.needs).map((need) => {
      const [pkgType, version] = need.split(':');
      return { pkgType, version };
    }),
    keyId: options.keyId ?? basename(options.key, '.pem'),
    ...(await measure(options.file)),
  });
  if (!parsed.success)
    throw new StartupError(parsed.error.issues.map((it) => `${it.path.join('.')}: ${it.message}`).join('\n'));
  const written = `${options.file}.signed.json`;
  await writeFile(written, `${JSON.stringify(signManifest(parsed.data, key), null, 2)}\n`);
  return written;
}
