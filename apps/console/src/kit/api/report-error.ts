import type { ErrorLevel, FrontError } from '@sweepline/contract';
import { browserFacts } from './browser-facts.ts';
import { currentLang } from '../format/lang.ts';
import { session } from './session.ts';

// Only types of the contract are imported: this file is part of the login page and must work when other chunks fail.
const levels: ReadonlySet<string> = new Set<ErrorLevel>(['FATAL', 'ERROR', 'INFO', 'DEBUG']);
const minuteMs = 60_000;
const sameAMinute = 3;
const allAMinute = 20;
const maxDescriptionLength = 2_000;
const maxExtraLength = 5_000;

let minute = { since: 0, all: 0, same: new Map<string, number>() };

/** Whether the limit of this minute is reached. A loop of errors must not become a loop of calls. */
function floods(key: string): boolean {
  const now = Date.now();
  if (now - minute.since >= minuteMs) minute = { since: now, all: 0, same: new Map() };
  const same = (minute.same.get(key) ?? 0) + 1;
  minute.same.set(key, same);
  if (same > sameAMinute || minute.all >= allAMinute) return true;
  minute.all += 1;
  return false;
}

/** Removes tokens, tickets and passwords, which occur in addresses and in messages about them. */
const withoutSecrets = (text: string) =>
  text
    .replace(/(\/service\/ws\/)[^\s?#"']+/g, '$1…')
    .replace(/([?&#](?:token|ticket|code|secret|password)=)[^\s&#"']+/gi, '$1…')
    .replace(/\bbearer\s+[\w.~+/-]+=*/gi, 'Bearer …')
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}\b/g, '…');

const nameOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

const wordsOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message}`
    : typeof error === 'string'
      ? error
      : String(error);

/**
 * Sends an error to the error log with user, page and browser. The query of the page's address is left out, because it may contain
 * secrets. Unknown levels are not sent, and a failed report is ignored.
 */
export function reportError(level: string, error: unknown, extras: Record<string, string> = {}): void {
  // A cancelled read is no error.
  if (!levels.has(level) || nameOf(error) === 'AbortError') return;
  const desc = withoutSecrets(wordsOf(error)).slice(0, maxDescriptionLength) || 'Error';
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  if (floods(`${level} ${desc} ${stack.split('\n')[1] ?? ''}`)) return;
  const entries = Object.entries({ ...(stack && { stack }), ...extras });
  const report: FrontError = {
    level: level as ErrorLevel,
    desc,
    username: session.user()?.username ?? '',
    pageUrl: location.origin + location.pathname,
    ...browserFacts(),
    lang: currentLang(),
    product: 'console',
    version: import.meta.env.VITE_VERSION ?? '',
    time: new Date().toISOString(),
    extras: Object.fromEntries(
      entries.map(([name, text]) => [name, withoutSecrets(text).slice(0, maxExtraLength)]),
    ),
  };
  // `keepalive` lets the report outlive the page, because a missing chunk reloads it.
  void fetch('/api/log/front/save', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', authorization: session.token() },
    body: JSON.stringify(report),
  }).catch(() => {});
}

/** Reports uncaught errors and unhandled rejections of the page. */
export function reportUncaught(): void {
  addEventListener('error', ({ error, message }) =>
    reportError('ERROR', error ?? message, { kind: 'uncaught' }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    reportError('ERROR', reason, { kind: 'unhandled rejection' }),
  );
}
