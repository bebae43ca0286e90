import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 86_400_000;

export interface SignedFile {
  fileId: string;
  sn: string;
  expires: number;
  signature: string;
}

/**
 * The key is the device's secret hash: it survives a restart, and a renewed secret ends all earlier addresses. The device
 * can compute it, so a signature proves the caller but not its right to the file.
 */
const sign = (secretHash: string, fileId: string, sn: string, expires: number) =>
  createHmac('sha256', secretHash).update(`GET\n${fileId}\n${sn}\n${expires}`).digest('base64url');

/** An address under which one device may read one file for a day (docs/protocol/files.md#device-api). */
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
