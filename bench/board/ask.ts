import { urlOf } from '@sweepline/contract';
import type { Ask } from './board-pairs.ts';

/** Makes calls with the session of a token; an answer that is not 200 is an error. */
export const askAs =
  (port: number, token: string): Ask =>
  async (call, input) => {
    const address = `http://127.0.0.1:${port}${urlOf(call)}`;
    const headers = { authorization: token };
    const answer =
      call.method === 'GET'
        ? await fetch(`${address}?${new URLSearchParams(input as Record<string, string>).toString()}`, {
            headers,
          })
        : await fetch(address, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown };
    if (code !== 200) throw new Error(`${call.path} answered ${code}: ${msg}`);
    return data;
  };
