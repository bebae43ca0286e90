import { argon2, createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { minPassphraseLength } from '@sweepline/contract';
import { BackupFault } from './backup-fault.ts';

/** Cost of a guess: 64 MiB and three passes, the second recommendation of RFC 9106. */
const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };
const saltBytes = 16;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const prefixBytes = 7;

/** What seals a backup: derived from the passphrase once, so that the passphrase itself is stored nowhere. */
export interface BackupKey {
  /** Base64; it stands in the head of each backup. */
  salt: string;
  /** Base64, 32 bytes. */
  key: string;
}

const derive = promisify(argon2);

/** Derives the key of a passphrase with argon2id; the same salt gives the same key. */
export async function deriveBackupKey(
  passphrase: string,
  salt = randomBytes(saltBytes).toString('base64'),
): Promise<BackupKey> {
  if (passphrase.length < minPassphraseLength) throw new BackupFault('SHORT_PASSPHRASE');
  const message = Buffer.from(passphrase.normalize('NFC'));
  const key = await derive('argon2id', { ...cost, message, nonce: Buffer.from(salt, 'base64') });
  return { salt, key: key.toString('base64') };
}

/** A key for one use. */
export const subKey = ({ key }: BackupKey, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', `sweepline backup ${use}`, 32));

/** The nonce of a chunk: chunks cannot be exchanged, left out or moved, and the last one is marked. */
const nonceOf = (prefix: Buffer, index: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(index, prefixBytes);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
};

/** Encrypts in chunks with AES-256-GCM. */
export function sealBytes(key: BackupKey, plain: Buffer): Buffer {
  const secret = subKey(key, 'keys');
  const prefix = randomBytes(prefixBytes);
  const sealed: Buffer[] = [prefix];
  for (let at = 0, index = 0; index === 0 || at < plain.length; at += chunkBytes, index++) {
    const isLast = at + chunkBytes >= plain.length;
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(prefix, index, isLast));
    sealed.push(cipher.update(plain.subarray(at, at + chunkBytes)), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(sealed);
}

/** Decrypts what `sealBytes` has sealed. Refuses another key and changed bytes as `WRONG_PASSPHRASE`. */
export function openBytes(key: BackupKey, sealed: Buffer): Buffer {
  const secret = subKey(key, 'keys');
  const prefix = sealed.subarray(0, prefixBytes);
  const plain: Buffer[] = [];
  for (let at = prefixBytes, index = 0; index === 0 || at < sealed.length; index++) {
    const end = Math.min(sealed.length, at + chunkBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(prefix, index, end === sealed.length));
    try {
      decipher.setAuthTag(sealed.subarray(end - tagBytes, end));
      plain.push(decipher.update(sealed.subarray(at, end - tagBytes)), decipher.final());
    } catch {
      throw new BackupFault('WRONG_PASSPHRASE');
    }
    at = end;
  }
  return Buffer.concat(plain);
}
