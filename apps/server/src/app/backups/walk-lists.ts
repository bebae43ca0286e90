import { allCalls, langHeader, onlyReads, urlOf, type Call, type Envelope } from '@sweepline/contract';
import { z } from 'zod';

/** The smallest inputs that lists accept. */
const inputs: unknown[] = [{}, { page: 1, size: 20 }];

const inputOf = (call: Call): unknown => inputs.find((input) => call.input.safeParse(input).success);

/** Calls that only read, and need no record: the lists and overviews of the console. */
const lists = (): Call[] =>
  Object.values(allCalls)
    .flatMap((calls): Call[] => Object.values(calls))
    .filter(
      (call) =>
        onlyReads(call) && !call.open && (call.kind ?? 'json') === 'json' && inputOf(call) !== undefined,
    );

const envelope = z.looseObject({ code: z.number(), msg: z.string().default('') });

async function read(
  baseUrl: string,
  token: string,
  call: Call,
): Promise<Pick<Envelope<unknown>, 'code' | 'msg'>> {
  const isGet = call.method === 'GET';
  const answer = await fetch(`${baseUrl}${urlOf(call)}`, {
    method: call.method,
    headers: {
      authorization: token,
      lang: langHeader.en,
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(inputOf(call)) }),
  });
  return envelope.parse(await answer.json());
}

export interface Walk {
  lists: number;
  /** What failed, as `path: message`. */
  failures: string[];
}

const ok = 200;

/** Reads every list of the console with this session. */
export async function walkLists(baseUrl: string, token: string): Promise<Walk> {
  const failures: string[] = [];
  const calls = lists();
  for (const call of calls) {
    const { code, msg } = await read(baseUrl, token, call).catch((error: unknown) => ({
      code: 0,
      msg: String(error),
    }));
    if (code !== ok) failures.push(`${call.path}: ${msg}`);
  }
  return { lists: calls.length, failures };
}
