import { authCalls, urlOf, type Call, type Envelope, type Output, type Sent } from '@sweepline/contract';
import { expect, type APIRequestContext } from '@playwright/test';

export interface Person {
  username: string;
  password: string;
}

/** A file of a multipart call. */
export const fileOf = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
type Parts = Record<string, string | ReturnType<typeof fileOf>>;

/** Sends calls over HTTP, without a browser, with one session token. Each call must succeed; calls with GET have no input here. */
export class HttpCalls {
  readonly #request: APIRequestContext;
  readonly #token: string;
  constructor(request: APIRequestContext, token = '') {
    this.#request = request;
    this.#token = token;
  }

  async send<C extends Call>(call: C, input: Sent<C>): Promise<Output<C>> {
    const headers = { authorization: this.#token, lang: 'en' };
    const options = call.method === 'GET' ? { headers } : { headers, data: input };
    const answer = await this.#request.fetch(urlOf(call), { method: call.method, ...options });
    return dataOf<C>(call, await answer.json());
  }

  async upload<C extends Call>(call: C, parts: Parts): Promise<Output<C>> {
    const headers = { authorization: this.#token, lang: 'en' };
    const answer = await this.#request.post(urlOf(call), { headers, multipart: parts });
    return dataOf<C>(call, await answer.json());
  }
}

function dataOf<C extends Call>(call: Call, answer: unknown): Output<C> {
  // The server tests check that answers match the schema of the call.
  const { code, msg, data } = answer as Envelope<Output<C>>;
  expect(code, `${call.path}: ${msg}`).toBe(200);
  return data;
}

/** Signs in without a browser and ends an earlier session of the account. */
export async function signInOverHttp(request: APIRequestContext, { username, password }: Person) {
  const anonymous = new HttpCalls(request);
  const answer = await anonymous.upload(authCalls.login, { username, password });
  return 'needConfirm' in answer
    ? await anonymous.send(authCalls.confirm, { confirmToken: answer.confirmToken })
    : answer;
}
