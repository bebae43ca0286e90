import { errors, langHeader, type Call, type Envelope, type Output, type Sent } from '@sweepline/contract';
import { queryOptions } from '@tanstack/react-query';
import { currentLang } from './lang.ts';
import { whileLoading } from './loading.ts';
import { randomKey } from './random.ts';
import { session } from './session.ts';

const timeoutMs = 20_000;

/** Failures before an envelope arrives; their texts are the kit's. */
export type TransportFailure = 'status' | 'network' | 'timeout' | 'request';

/** An answer other than success. */
export class CallError extends Error {
  readonly code: number;
  readonly requestId: string;
  /** Reasons by field, when the server refused the input. */
  readonly fields: Record<string, string>;
  constructor(code: number, message: string, requestId = '', fields: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** No answer that could be read. */
export class TransportError extends Error {
  readonly failure: TransportFailure;
  readonly status: number;
  constructor(failure: TransportFailure, status = 0) {
    super(failure);
    this.failure = failure;
    this.status = status;
  }
}

export const signedOutCodes = new Set<number>([errors.signedOut.code, errors.kicked.code]);

interface Options {
  signal?: AbortSignal;
  /** Does not raise the loading mask: what runs beside a person's work, and reads whose page shows a skeleton. */
  quiet?: boolean;
  /** Beside the input of a multipart call. */
  files?: Record<string, Blob>;
}

/** Makes a call and answers its data; throws a `CallError` or a `TransportError`. */
export async function send<C extends Call>(
  call: C,
  input: Sent<C>,
  options: Options = {},
): Promise<Output<C>> {
  const work = answerOf(call, input, options).then((answer) => dataOf<Output<C>>(answer));
  return options.quiet ? work : whileLoading(work);
}

/** A `bytes` call: the file itself. */
export async function fetchBytes<C extends Call>(
  call: C,
  input: Sent<C>,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const answer = await answerOf(call, input, { ...(signal && { signal }) });
  if (answer.headers.get('content-type')?.includes('application/json')) await dataOf(answer);
  if (answer.status !== 200) throw new TransportError('status', answer.status);
  return answer.arrayBuffer();
}

async function answerOf(call: Call, input: unknown, { signal, files }: Options): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(`/api/${addressOf(call, input)}`, {
      method: call.method,
      headers: headersOf(call),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      ...(call.method === 'POST' && { body: bodyOf(call, input, files) }),
    });
  } catch (error) {
    // A cancelled read is nobody's failure; the query client knows this name and stays silent.
    if (signal?.aborted) throw error;
    throw new TransportError(timeout.aborted ? 'timeout' : 'network');
  }
}

export async function dataOf<T>(answer: Response): Promise<T> {
  const body = (await answer.json().catch(() => null)) as Partial<Envelope<T>> | null;
  if (typeof body?.code !== 'number') throw new TransportError('status', answer.status);
  if (body.code === 200 && answer.status === 200) return body.data as T;
  const { fields } = (body.data ?? {}) as { fields?: Record<string, string> };
  throw new CallError(body.code, body.msg ?? '', body.requestId, fields);
}

export const headersOf = (call: Call) => ({
  authorization: session.token(),
  lang: langHeader[currentLang()],
  ...(call.method === 'POST' && call.kind !== 'multipart' && { 'content-type': 'application/json' }),
  // A write repeated by the network, not by the person, is done once.
  ...(call.method === 'POST' && !call.reads && { 'idempotency-key': randomKey() }),
});

const entriesOf = (input: unknown) =>
  Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
  );

/** Fields the path names go into it; a GET carries the others as its query. */
function addressOf({ path, method }: Call, input: unknown): string {
  const entries = entriesOf(input);
  const address = entries.reduce(
    (known, [name, text]) => known.replace(`:${name}`, encodeURIComponent(text)),
    path,
  );
  const query = entries.filter(([name]) => !path.includes(`:${name}`));
  return method === 'GET' && query.length > 0 ? `${address}?${new URLSearchParams(query)}` : address;
}

function bodyOf(call: Call, input: unknown, files: Record<string, Blob> = {}): BodyInit {
  if (call.kind !== 'multipart') return JSON.stringify(input);
  const form = new FormData();
  entriesOf(input).forEach(([name, value]) => form.append(name, value));
  Object.entries(files).forEach(([name, file]) => form.append(name, file));
  return form;
}

/** What a page reads. The key starts with the family, so a change can renew all of it. */
export const reading = <C extends Call>(call: C, input: Sent<C>) =>
  queryOptions<Output<C>>({
    queryKey: [call.family, call.path, input],
    queryFn: ({ signal }) => send(call, input, { signal, quiet: true }),
  });
