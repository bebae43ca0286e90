import type { Call, ErrorName, FieldErrors, FieldReason, Input, Output } from '@sweepline/contract';
import { errors, fieldReasons } from '@sweepline/contract';

/** Thrown by a stubbed answer: the call fails with this error of the contract. */
export class Refused extends Error {
  readonly code: number;
  readonly data: FieldErrors;
  constructor(reason: ErrorName, reasons: Record<string, FieldReason> = {}) {
    super(errors[reason].texts.en);
    this.code = errors[reason].code;
    const texts = Object.entries(reasons).map(([field, { code, params }]) => [
      field,
      fieldReasons[code].en.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
    ]);
    this.data = { fields: Object.fromEntries(texts) as Record<string, string>, reasons };
  }
}

interface Request {
  path: string;
  input: unknown;
  headers: Headers;
}

const inputOf = (init: RequestInit, query: URLSearchParams): unknown => {
  if (init.body instanceof FormData) return Object.fromEntries(init.body);
  return typeof init.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(query);
};

/** Replaces `fetch`. Its answers are typed by the contract, so that they cannot drift from the real ones. */
export function fakeServer() {
  const answers = new Map<string, (input: never) => unknown>();
  const requests: Request[] = [];

  globalThis.fetch = async (url, init = {}) => {
    const { pathname, searchParams } = new URL(String(url), 'http://console');
    const path = pathname.replace('/api/', '');
    const input = inputOf(init, searchParams);
    requests.push({ path, input, headers: new Headers(init.headers) });
    const answer = answers.get(path);
    if (!answer) throw new Error(`no answer prepared for ${path}`);
    try {
      const data = await answer(input as never);
      // The answer of a call for bytes is a file.
      if (data instanceof Uint8Array) return new Response(Uint8Array.from(data));
      return Response.json({ code: 200, msg: '', data });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message, data } = error;
      return Response.json({ code, msg: message, data, requestId: 'request-1' });
    }
  };

  return {
    on: <C extends Call>(call: C, answer: (input: Input<C>) => Output<C> | Promise<Output<C>>) =>
      void answers.set(call.path, answer),
    /** The inputs sent to one call, oldest first. */
    sentTo: (call: Call) => requests.filter(({ path }) => path === call.path).map(({ input }) => input),
    requests,
  };
}
