import { createHash } from 'node:crypto';
import type { Input, errorLogCalls } from '@sweepline/contract';

export type Reported = Input<typeof errorLogCalls.save>;

/** Names of secrets, in a text that gives a value for them. */
const secretPair =
  /((?:token|ticket|secret|passw(?:or)?d|session|authorization|api[-_]?key|code)["']?\s*[=:]\s*["']?)(?:bearer\s+)?[^\s"'&;,)}]+/gi;
const bearer = /\bbearer\s+[\w.~+/-]+=*/gi;
/** A token of 256 random bits in base64url, or any text as long. */
const longRandom = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}\b/g;
const socketTicket = /(\/service\/ws\/)[^\s?#"']+/g;

/** A text without tokens and passwords. The browser removes them too, but its input is not trusted. */
const withoutSecrets = (text: string): string =>
  text
    .replace(socketTicket, '$1…')
    .replace(bearer, 'Bearer …')
    .replace(secretPair, '$1…')
    .replace(longRandom, '…');

/** An address without query and fragment: these carry tokens and search texts. */
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

/** The first line of a stack with a place, without host and file hash. The hash changes with each build. */
export function topFrame(stack: string | undefined): string {
  const line = stack?.split('\n').find((text) => /:\d+:\d+/.test(text)) ?? '';
  return line
    .trim()
    .replace(/https?:\/\/[^/\s]+/g, '')
    .replace(/-[\w-]{8}(\.(?:js|mjs))/g, '$1')
    .slice(0, 300);
}

/** A text without numbers and ids, which differ between occurrences of the same error. */
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
