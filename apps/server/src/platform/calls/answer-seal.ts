import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts an answer. It may contain a secret that is shown once, so it is readable only with the caller's key. */
export function seal(key: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(key), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts an answer with the caller's key. */
export function unseal(key: string, sealed: Buffer): string {
  const cipher = createDecipheriv('aes-256-gcm', sealKey(key), sealed.subarray(0, 12));
  cipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString('utf8');
}

const sealKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'sweepline idempotency', 32));
