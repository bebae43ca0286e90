import { langHeader, backgroundHeader, type Call } from '@sweepline/contract';
import { currentLang } from '../format/lang.ts';
import { isUnattended } from './presence.ts';
import { randomKey } from './random.ts';
import { session } from './session.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Does not raise the loading mask. For background calls, and for reads whose page shows a skeleton. */
  quiet?: boolean;
  /** Files of a multipart call, by field. */
  files?: Record<string, Blob>;
  /** Token of another session than the present one. */
  token?: string;
  /** Idempotency key of a call that may be sent more than once. */
  key?: string;
  /** How long an answer is awaited. Pictures over a weak network take longer than other calls. */
  timeoutMs?: number;
}

/** Session token, language, background marker and idempotency key of a call. */
export const headersOf = (call: Call, token = session.token(), key = randomKey()) => ({
  authorization: token,
  lang: langHeader[currentLang()],
  ...(call.method === 'POST' && call.kind !== 'multipart' && { 'content-type': 'application/json' }),
  // Calls of an unattended screen must not prolong the session.
  ...(isUnattended() && { [backgroundHeader]: '1' }),
  // The server executes a write once, even if the network repeats it.
  ...(call.method === 'POST' && !call.reads && { 'idempotency-key': key }),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const entriesOf = (input: unknown) =>
  Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as [string, string]],
  );

/** In a query, a list is its name once per item. */
const queryOf = (input: unknown) =>
  Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((item) => [name, textOf(item)] as [string, string]),
  );

/** Inserts the fields named in the path. A GET sends the other fields as its query. */
export function addressOf({ path, method }: Call, input: unknown): string {
  const entries = entriesOf(input);
  const address = entries.reduce(
    (partial, [name, text]) => partial.replace(`:${name}`, encodeURIComponent(text)),
    path,
  );
  const query = queryOf(input).filter(([name]) => !path.includes(`:${name}`));
  return method === 'GET' && query.length > 0 ? `${address}?${new URLSearchParams(query)}` : address;
}

/** A call's input as JSON, or with its files as a form. */
export function bodyOf(call: Call, input: unknown, files: Record<string, Blob> = {}): string | FormData {
  if (call.kind !== 'multipart') return JSON.stringify(input);
  const form = new FormData();
  entriesOf(input).forEach(([name, value]) => form.append(name, value));
  Object.entries(files).forEach(([name, file]) => form.append(name, file));
  return form;
}
