import {
  errorCodes,
  type Call,
  type Envelope,
  type FieldErrors,
  type FieldReason,
  type Output,
  type Sent,
} from '@sweepline/contract';
import { queryOptions } from '@tanstack/react-query';
import { withTimes } from '../format/format.ts';
import { whileLoading } from './loading.ts';
import { addressOf, bodyOf, headersOf, type CallOptions } from './request.ts';
import { session } from './session.ts';

const patienceMs = 20_000;

/** Failures before an envelope arrives. Their texts are in the kit. */
export type TransportFailure = 'status' | 'network' | 'timeout' | 'request';

/** An envelope with a code other than success. */
export class CallError extends Error {
  readonly code: number;
  readonly requestId: string;
  /** Texts by field, when the server refused the input. */
  readonly fields: Record<string, string>;
  /** The codes and values of these texts. */
  readonly reasons: Record<string, FieldReason>;
  /** Token of the session that made the call. A late reply must not end the present session. */
  token = '';
  constructor(code: number, message: string, requestId = '', refused: Partial<FieldErrors> = {}) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.fields = refused.fields ?? {};
    this.reasons = refused.reasons ?? {};
  }
}

/** The call got no readable reply. */
export class TransportError extends Error {
  readonly failure: TransportFailure;
  readonly status: number;
  constructor(failure: TransportFailure, status = 0) {
    super(failure);
    this.failure = failure;
    this.status = status;
  }
}

export const signedOutCodes = new Set<number>([errorCodes.signedOut, errorCodes.kicked]);

/** Makes a call and returns its data. Throws a `CallError` or a `TransportError`. */
export async function send<C extends Call>(
  call: C,
  input: Sent<C>,
  options: CallOptions = {},
): Promise<Output<C>> {
  const token = options.token ?? session.token();
  const work = answerOf(call, input, options)
    .then((answer) => dataOf<Output<C>>(answer))
    .catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      error.token = token;
      if (error.code === errorCodes.agreementDue) session.stopForAgreement(token);
      throw error;
    });
  return options.quiet ? work : whileLoading(work);
}

/** Makes a `bytes` call and returns the content of the file. */
export async function fetchBytes<C extends Call>(call: C, input: Sent<C>, signal?: AbortSignal) {
  const answer = await answerOf(call, input, signal ? { signal } : {});
  if (answer.headers.get('content-type')?.includes('application/json')) await dataOf(answer);
  if (answer.status !== 200) throw new TransportError('status', answer.status);
  // A connection that breaks in the middle must not count as the end of the file.
  return answer.arrayBuffer().catch((error: unknown) => {
    throw signal?.aborted ? error : new TransportError('network');
  });
}

async function answerOf(
  call: Call,
  input: unknown,
  { signal, files, token, key, timeoutMs = patienceMs }: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(`/api/${addressOf(call, input)}`, {
      method: call.method,
      headers: headersOf(call, token, key),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      ...(call.method === 'POST' && { body: bodyOf(call, input, files) }),
    });
  } catch (error) {
    // A cancelled read is no failure. The query client ignores the name `AbortError`.
    if (signal?.aborted) throw error;
    throw new TransportError(timeout.aborted ? 'timeout' : 'network');
  }
}

export async function dataOf<T>(answer: Response): Promise<T> {
  const body = (await answer.json().catch(() => null)) as Partial<Envelope<T>> | null;
  if (typeof body?.code !== 'number') throw new TransportError('status', answer.status);
  if (body.code === 200 && answer.status === 200) return body.data as T;
  const refused: Partial<FieldErrors> = body.data ?? {};
  throw new CallError(body.code, withTimes(body.msg ?? ''), body.requestId, refused);
}

/** Query options of a read. The key starts with the family, so that a change can invalidate all reads of it. */
export const callQuery = <C extends Call>(call: C, input: Sent<C>) =>
  queryOptions<Output<C>>({
    queryKey: [call.family, call.path, input],
    queryFn: ({ signal }) => send(call, input, { signal, quiet: true }),
  });
