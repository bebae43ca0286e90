import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BytesAnswer } from '../../../../platform/http/bytes.ts';
import type { FileStore } from '../../../../platform/files/files.ts';
import type { Vault } from '../../../../platform/files/vault.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';

const maxAgeMs = 10 * 60_000;
const hashBytes = 32;
const timeBytes = 4;
const signatureBytes = 12;
const nameBytes = hashBytes + timeBytes + signatureBytes;

interface PreviewDeps {
  files: FileStore;
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
}

/**
 * Pictures of uploaded maps that are not stored as maps. Only their uploader can read them, for ten minutes, at every server: the
 * name of a picture contains its hash and end, signed for the account. No row refers to the bytes, so the collection of unused
 * files deletes them after a day.
 */
export function createPreviews({ files, vault, now }: PreviewDeps) {
  const key = vault.keyFor('map previews');
  const signatureOf = (accountId: string, body: Buffer) =>
    createHmac('sha256', key).update(accountId).update(body).digest().subarray(0, signatureBytes);

  return {
    /** Stores a picture. Returns its name as a file. */
    put: async (accountId: string, png: Uint8Array): Promise<string> => {
      const { sha256 } = await files.put(png);
      const body = Buffer.alloc(hashBytes + timeBytes);
      body.write(sha256, 'hex');
      body.writeUInt32BE(Math.ceil((now().getTime() + maxAgeMs) / 1_000), hashBytes);
      return Buffer.concat([body, signatureOf(accountId, body)]).toString('base64url');
    },
    /** The picture of this name, unless another account uploaded it or it has expired. */
    read: (accountId: string, name: string): BytesAnswer | undefined => {
      const bytes = Buffer.from(name, 'base64url');
      if (bytes.length !== nameBytes) return undefined;
      const [body, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)];
      if (!timingSafeEqual(signature, signatureOf(accountId, body))) return undefined;
      if (body.readUInt32BE(hashBytes) * 1_000 < now().getTime()) return undefined;
      const sha256 = body.toString('hex', 0, hashBytes);
      return { mediaType: 'image/png', open: () => files.open(sha256) };
    },
  };
}
export type Previews = ReturnType<typeof createPreviews>;
