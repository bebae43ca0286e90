import { langHeader, urlOf, type Call, type Envelope, type Output } from '@sweepline/contract';
import type { Person } from './people.ts';

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
