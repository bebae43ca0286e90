import {
  langHeader,
  urlOf,
  type Call,
  type Envelope,
  type Lang,
  type Output,
  type Sent,
} from '@sweepline/contract';
import type { InjectOptions } from 'fastify';
import type { Person } from './people.ts';

export interface SendOptions {
  lang?: Lang;
  files?: Record<string, Uint8Array | string | File>;
  headers?: Record<string, string>;
}

/** What tests read of an answer. */
export interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
  // The caller knows what it sent, and so what it gets.
  json: <T = ReturnType<typeof JSON.parse>>() => T;
}

/** Functions that send calls like the console, over whatever carries a request out. */
export function senders<A extends Answer>(carryOut: (request: InjectOptions) => Promise<A>) {
  const answerOf = async (
    call: Call,
    who: Person | undefined,
    input: unknown,
    { lang = 'en', files: uploads, headers }: SendOptions = {},
  ) => {
    const body = await bodyOf(call, input, uploads);
    return await carryOut({
      method: call.method,
      url: addressOf(call, input),
      headers: {
        lang: langHeader[lang],
        ...(who && { authorization: who.token }),
        ...body.headers,
        ...headers,
      },
      ...(body.payload !== undefined && { payload: body.payload }),
    });
  };

  const send = async <C extends Call>(
    call: C,
    who: Person | undefined,
    input: unknown,
    options?: SendOptions,
  ): Promise<Envelope<Output<C>>> => {
    const answer = await answerOf(call, who, input, options);
    if (answer.headers['content-type']?.toString().startsWith('application/json')) return answer.json();
    // A `bytes` call: its body is returned as the data.
    return { code: answer.statusCode, msg: '', data: answer.body as Output<C> };
  };

  return {
    send,
    /** The whole answer with its headers. */
    answerOf,
    /** Sends and expects success. */
    ok: async <C extends Call>(
      call: C,
      who: Person | undefined,
      input: Sent<C>,
      options?: SendOptions,
    ): Promise<Output<C>> => {
      const { code, msg, data } = await send(call, who, input, options);
      if (code !== 200) throw new Error(`${call.path} answered ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** The URL of a call: path parameters come from the input, and for a GET the other fields are the query. */
function addressOf(call: Call, input: unknown): string {
  const values = new Map(Object.entries(input ?? {}));
  const path = urlOf(call).replace(/:(\w+)/g, (_parameter, name: string) => {
    const value = String(values.get(name) ?? 'none');
    values.delete(name);
    return encodeURIComponent(value);
  });
  const query =
    call.method === 'GET'
      ? new URLSearchParams(
          [...values].flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)])),
        )
      : '';
  return `${path}${String(query) && `?${query}`}`;
}

type Body = { payload?: object; headers?: Record<string, string> };

async function bodyOf(call: Call, input: unknown, files: SendOptions['files'] = {}): Promise<Body> {
  if (call.method === 'GET') return {};
  if (call.kind !== 'multipart') return { payload: input as object };
  const form = new FormData();
  for (const [name, value] of Object.entries(input ?? {})) form.set(name, String(value));
  for (const [name, content] of Object.entries(files)) {
    if (content instanceof File) form.set(name, content);
    else form.set(name, new Blob([content as BlobPart]), name);
  }
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
