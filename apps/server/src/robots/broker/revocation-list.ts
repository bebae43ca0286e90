import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Clock } from '../../platform/runtime/clock.ts';
import { revokedIn } from '../identity/certificate-ids.ts';
import type { Log } from '../gateway-options.ts';

/** Certificates that are refused although they are signed and valid. */
export interface RevocationList {
  /** Each list of the file separately, as PEM: OpenSSL reads one at a time. */
  pem(): readonly string[];
  /** Whether the list contains this certificate, by its `certificateId`. */
  has(id: string): boolean;
  /** Calls `changed` after every change of the file. */
  listen(changed: () => void): void;
  close(): void;
}

const checkMs = 5_000;
const hourMs = 3_600_000;

interface Read {
  pem: string[];
  ids: ReadonlySet<string>;
  /** The earliest expiry of the lists. */
  expires: Date | undefined;
}

/** Throws if the file contains no revocation list. */
function read(file: string): Read {
  const pem = readFileSync(file, 'utf8').match(/-----BEGIN X509 CRL-----[^-]+-----END X509 CRL-----/g);
  if (!pem) throw new Error('there is no X509 CRL in it');
  const lists = pem.map((block) =>
    revokedIn(Buffer.from(block.replaceAll(/-----[A-Z0-9 ]+-----/g, ''), 'base64')),
  );
  const ends = lists.flatMap(({ nextUpdate }) => nextUpdate ?? []);
  return {
    pem: [...pem],
    ids: new Set(lists.flatMap(({ ids }) => ids)),
    expires: ends.toSorted((a, b) => a.getTime() - b.getTime())[0],
  };
}

/**
 * The revocation lists of a file, read again when it changes. A file that cannot be read leaves the previous lists in
 * force. Half a file must neither accept a revoked device nor refuse all others.
 */
export function createRevocationList(
  file: string,
  { now, log, everyMs = checkMs }: { now: Clock; log: Log; everyMs?: number },
): RevocationList {
  let lists = read(file);
  const listeners: (() => void)[] = [];
  const warnIfExpired = () => {
    if (lists.expires && lists.expires <= now())
      log.warn({ file, expired: lists.expires }, 'the revocation list has expired: no device can connect');
  };
  warnIfExpired();
  const expiryCheck = setInterval(warnIfExpired, hourMs).unref();
  const reload = () => {
    try {
      lists = read(file);
    } catch (error) {
      log.error({ error, file }, 'the revocation list could not be read again; the last one holds');
      return;
    }
    warnIfExpired();
    for (const changed of listeners) changed();
  };
  // Polled, because a list is usually replaced by a new file, which a watch on the old one does not see.
  watchFile(file, { interval: everyMs, persistent: false }, reload);
  return {
    pem: () => lists.pem,
    has: (id) => lists.ids.has(id),
    listen: (changed) => void listeners.push(changed),
    close: () => {
      unwatchFile(file, reload);
      clearInterval(expiryCheck);
    },
  };
}
