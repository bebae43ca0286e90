import { Readable } from 'node:stream';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';

const keptMs = 10 * 60_000;
const maxBytes = 128 * 1024 * 1024;

interface Preview {
  accountId: string;
  png: Uint8Array;
  until: number;
}

/** Pictures of maps that are not stored: in memory, for ten minutes, for the caller who sent them. */
export function previewShelf(now: Clock) {
  const kept = new Map<string, Preview>();
  let bytes = 0;

  const drop = (hash: string) => {
    bytes -= kept.get(hash)?.png.length ?? 0;
    kept.delete(hash);
  };
  const makeRoom = (needed: number) => {
    for (const [hash, { until }] of kept) {
      if (until > now().getTime() && bytes + needed <= maxBytes) return;
      drop(hash);
    }
  };
  return {
    put: (accountId: string, png: Uint8Array): string => {
      makeRoom(png.length);
      const hash = newSecret();
      kept.set(hash, { accountId, png, until: now().getTime() + keptMs });
      bytes += png.length;
      return hash;
    },
    read: (accountId: string, hash: string): BytesAnswer | undefined => {
      const found = kept.get(hash);
      if (!found || found.accountId !== accountId || found.until < now().getTime()) return undefined;
      return { mediaType: 'image/png', open: () => Readable.from([found.png]) };
    },
  };
}
export type Previews = ReturnType<typeof previewShelf>;
