import { createHash } from 'node:crypto';
import type { Input, errorLogCalls } from '@sweepline/contract';

export type Reported = Input<typeof errorLogCalls.save>;

/** Names of what must never be kept, wherever a text mentions it with a value. */
const secretPair =
  /((?:token|ticket|secret|passw(?:or)?d|session|authorization|api[-_]?key|code)["']?\s*[=:]\s*["']?)(?:bearer\s+)?[^\s"'&;,)}]+/gi;
const bearer = /\bbearer\s+[\w.~+/-]+=*/gi;
/** 256 random bits as our tokens are written, and anything as long. */
const longRandom = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}\b/g;
const socketTicket = /(\/service\/ws\/)[^\s?#"']+/g;

/** A text without tokens and passwords: the browser takes them out as well, but what it sends is not ours to trust. */
const withoutSecrets = (text: string): string =>
  text
    .replace(socketTicket, '$1…')
    .replace(bearer, 'Bearer …')
    .replace(secretPair, '$1…')
    .replace(longRandom, '…');

/** An address without what follows the path: queries and fragments carry tokens, and names people searched for. */
const bareAddress = (address: string): string => withoutSecrets(address.replace(/[?#].*$/s, ''));

export const withoutAnySecrets = (reported: Reported): Reported => ({
  ...reported,
  desc: withoutSecrets(reported.desc),
  pageUrl: bareAddress(reported.pageUrl),
  extras: Object.fromEntries(
    Object.entries(reported.extras).map(([name, text]) => [
      name,
      /token|ticket|secret|passw|authorization|cookie/i.test(name) ? '…' : withoutSecrets(text),
    ]),
  ),
});

/** The first line of a stack that names a place, without the server's name and the file's hash, which change with each build. */
export function topFrame(stack: string | undefined): string {
  const line = stack?.split('\n').find((text) => /:\d+:\d+/.test(text)) ?? '';
  return line
    .trim()
    .replace(/https?:\/\/[^/\s]+/g, '')
    .replace(/-[\w-]{8}(\.(?:js|mjs))/g, '$1')
    .slice(0, 300);
}

/** Numbers and ids differ from one occurrence to the next of the same error. */
const general = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replace(/\d+/g, '#')
    .slice(0, 500);

export const fingerprintOf = ({ level, desc, version, product, extras }: Reported): string =>
  createHash('sha256')
    .update([level, product, version, general(desc), topFrame(extras['stack'])].join('\n'))
    .digest('hex')
    .slice(0, 32);
