import { langHeader, urlOf, type Call, type Envelope, type Output } from '@sweepline/contract';
import type { InjectOptions } from 'fastify';
import type { Person } from './people.ts';
import type { Answer } from './send.ts';

/** Sends a JSON call to a server at this address, as a person or anonymously. Returns the whole answer. */
export async function answerOverHttp(
  url: string,
  call: Call,
  who: Person | undefined,
  input: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${url}${urlOf(call)}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      lang: langHeader.en,
      ...(who && { authorization: who.token }),
      ...headers,
    },
    ...(call.method === 'POST' && { body: JSON.stringify(input) }),
  });
}

/** Sends a JSON call to a server at this address. Returns its envelope. */
export const sendOverHttp = async <C extends Call>(
  url: string,
  call: C,
  ...rest: [who: Person | undefined, input: object, headers?: Record<string, string>]
): Promise<Envelope<Output<C>>> =>
  (await (await answerOverHttp(url, call, ...rest)).json()) as Envelope<Output<C>>;

/** Carries requests out at these servers, one after another: what one of them remembers is missing at the next. */
export function inTurn(urls: readonly string[]): (request: InjectOptions) => Promise<Answer> {
  let sent = 0;
  return async ({ method = 'GET', url, headers, payload }) => {
    const server = urls[sent++ % urls.length]!;
    const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
    const answer = await fetch(`${server}${String(url)}`, {
      method,
      // The headers of `senders` are texts.
      headers: {
        ...(headers as Record<string, string>),
        ...(isJson && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { body: isJson ? JSON.stringify(payload) : (payload as BodyInit) }),
    });
    const body = await answer.text();
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      json: () => JSON.parse(body),
    };
  };
}
