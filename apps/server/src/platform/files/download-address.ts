import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../runtime/clock.ts';
import type { Vault } from './vault.ts';

const validMs = 10 * 60_000;
const idBytes = 16;
const timeBytes = 4;
const signatureBytes = 16;
const bodyBytes = 2 * idBytes + timeBytes;

/** Whom and what an address is for. */
export interface Download {
  /** The UUID of the record. */
  recordId: string;
  accountId: string;
}

/**
 * Addresses that download one record for one account during ten minutes, at every server. A browser sends no session with a link,
 * so the reader of a token checks the rights of the account again.
 */
export function createDownloadAddresses(vault: Pick<Vault, 'keyFor'>, now: Clock) {
  const key = vault.keyFor('download addresses');
  const sign = (body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, signatureBytes);
  return {
    create: ({ recordId, accountId }: Download): { token: string; expiresAt: string } => {
      const untilS = Math.ceil((now().getTime() + validMs) / 1_000);
      const body = Buffer.concat([bytesOf(recordId), bytesOf(accountId), Buffer.alloc(timeBytes)]);
      body.writeUInt32BE(untilS, 2 * idBytes);
      const token = Buffer.concat([body, sign(body)]).toString('base64url');
      return { token, expiresAt: new Date(untilS * 1_000).toISOString() };
    },
    /** What a token is for; undefined if it is not ours or has expired. */
    read: (token: string): Download | undefined => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== bodyBytes + signatureBytes) return undefined;
      const body = bytes.subarray(0, bodyBytes);
      if (!timingSafeEqual(bytes.subarray(bodyBytes), sign(body))) return undefined;
      if (body.readUInt32BE(2 * idBytes) * 1_000 < now().getTime()) return undefined;
      return {
        recordId: uuidOf(body.subarray(0, idBytes)),
        accountId: uuidOf(body.subarray(idBytes, 2 * idBytes)),
      };
    },
  };
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
