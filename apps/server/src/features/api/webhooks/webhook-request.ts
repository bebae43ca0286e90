import { storableText, webhookRules, type AttemptFailure } from '@sweepline/contract';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  readTarget,
  RefusedTarget,
  resolveTarget,
  type AllowedTargets,
  type Lookup,
  type ResolvedTarget,
} from '../../../platform/http/outgoing-target.ts';

export interface RequestOptions {
  allowed: AllowedTargets;
  /** Overrides for tests. */
  timeoutMs?: number | undefined;
  lookup?: Lookup | undefined;
}

export interface Outcome {
  status: number | null;
  failure: AttemptFailure | null;
  answer: string;
  /** Seconds for which the receiver asks to wait. */
  retryAfterS: number | undefined;
  durationMs: number;
}

const { timeoutS, answerBytes } = webhookRules;

/** Node asks for one address or for all. */
const pinnedTo =
  ({ address, family }: ResolvedTarget): LookupFunction =>
  (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };

/** The first bytes of an answer. The rest is not waited for. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  // The bytes of a stream without an encoding.
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= answerBytes) break;
  }
  answer.destroy();
  return storableText(Buffer.concat(parts).subarray(0, answerBytes).toString('utf8'), answerBytes);
}

const maxRetryAfterS = 86_400;

function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(maxRetryAfterS, Math.max(0, Math.ceil(seconds))) : undefined;
}

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof RefusedTarget) return error.fault === 'NAME' ? 'NAME' : 'ADDRESS';
  if (!(error instanceof Error)) return 'CONNECTION';
  const code = 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|EPROTO|SIGNED/.test(code) ? 'TLS' : 'CONNECTION';
}

const failureOfStatus = (status: number): AttemptFailure | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';

const post = (
  url: URL,
  target: ResolvedTarget,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers, lookup: pinnedTo(target), agent: false, signal },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** Sends one attempt. An answer that is slow, endless or cut off ends it within the time limit. */
export async function sendWebhook(
  { allowed, timeoutMs = timeoutS * 1_000, lookup }: RequestOptions,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
): Promise<Outcome> {
  const beganMs = performance.now();
  let status: number | null = null;
  const outcome = (failure: AttemptFailure | null, answer = '', retryAfterS?: number): Outcome => ({
    status,
    failure,
    answer,
    retryAfterS,
    durationMs: Math.round(performance.now() - beganMs),
  });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const target = readTarget(url, allowed);
    const address = await Promise.race([resolveTarget(target, allowed, lookup), aborted(signal)]);
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const answer = await post(target, address, { ...headers, ...length }, body, signal);
    status = answer.statusCode ?? 0;
    const text = await beginningOf(answer);
    return outcome(failureOfStatus(status), text, retryAfterOf(answer.headers['retry-after']));
  } catch (error) {
    return outcome(signal.aborted ? 'TIMEOUT' : failureOf(error));
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
