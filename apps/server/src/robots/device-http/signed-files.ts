import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 86_400_000;

export interface SignedFile {
  fileId: string;
  sn: string;
  expires: number;
  signature: string;
}

/**
 * The device's own secret hash is the key: it survives a restart, and a renewed secret ends all addresses that were given out before.
 * The device can compute it too, so a signature proves who asks and never that it may read the file.
 */
const sign = (secretHash: string, fileId: string, sn: string, expires: number) =>
  createHmac('sha256', secretHash).update(`GET\n${fileId}\n${sn}\n${expires}`).digest('base64url');

/** An address under which one device may read one file for a day (protocol 1.9, section 5). */
export function signedPath(
  device: { sn: string; secretHash: string },
  fileId: string,
  nowMs: number,
): string {
  const expires = nowMs + validMs;
  const signature = sign(device.secretHash, fileId, device.sn, expires);
  return `/device/v1/files/${fileId}?${new URLSearchParams({ sn: device.sn, expires: `${expires}`, signature })}`;
}

export function isSigned(file: SignedFile, secretHash: string, nowMs: number): boolean {
  const expected = Buffer.from(sign(secretHash, file.fileId, file.sn, file.expires));
  const actual = Buffer.from(file.signature);
  return file.expires > nowMs && actual.length === expected.length && timingSafeEqual(actual, expected);
}
