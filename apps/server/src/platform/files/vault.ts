import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts that a stolen database must not reveal but that the program reads again. */
export interface Vault {
  /** Encrypted and authenticated (AES-256-GCM); the same text is sealed differently each time. */
  seal(text: string): string;
  /** Decrypts; throws if the text was sealed with the key of another installation. */
  open(sealed: string): string;
  /** A keyed hash, equal for equal texts; used to look up a sealed text. */
  mark(text: string): string;
  /** A key of 32 bytes for another use, equal in every server with the same installation key. */
  keyFor(use: string): Buffer;
}

/** Creates a vault with keys derived from the installation's key (HKDF-SHA-256). */
export function createVault(installationKey: Buffer): Vault {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', installationKey, '', `sweepline vault ${use}`, 32));
  const [sealing, marking] = [keyFor('seal'), keyFor('mark')];
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const cipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
    },
    keyFor,
    mark: (text) => createHmac('sha256', marking).update(text).digest('hex'),
  };
}
