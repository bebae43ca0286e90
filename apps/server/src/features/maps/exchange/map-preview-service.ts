import { Readable } from 'node:stream';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';

const maxAgeMs = 10 * 60_000;
const maxBytes = 128 * 1024 * 1024;

interface Preview {
  accountId: string;
  png: Uint8Array;
  until: number;
}

/** In-memory pictures of uploaded maps that are not stored. Only their uploader can read them, for ten minutes. */
export function createPreviewCache(now: Clock) {
  const previews = new Map<string, Preview>();
  let bytes = 0;

  const drop = (hash: string) => {
    bytes -= previews.get(hash)?.png.length ?? 0;
    previews.delete(hash);
  };
  const evict = (needed: number) => {
    for (const [hash, { until }] of previews) {
      if (until > now().getTime() && bytes + needed <= maxBytes) return;
      drop(hash);
    }
  };
  return {
    put: (accountId: string, png: Uint8Array): string => {
      evict(png.length);
      const hash = newSecret();
      previews.set(hash, { accountId, png, until: now().getTime() + maxAgeMs });
      bytes += png.length;
      return hash;
    },
    read: (accountId: string, hash: string): BytesAnswer | undefined => {
      const preview = previews.get(hash);
      if (!preview || preview.accountId !== accountId || preview.until < now().getTime()) return undefined;
      return { mediaType: 'image/png', open: () => Readable.from([preview.png]) };
    },
  };
}
export type Previews = ReturnType<typeof createPreviewCache>;
