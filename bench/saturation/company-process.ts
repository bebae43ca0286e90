import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  cardImportColumns,
  deviceCalls,
  deviceFileCalls,
  networkCardCalls,
  urlOf,
  type Call,
} from '@sweepline/contract';

export interface Work {
  port: number;
  /** Sessions of the company's accounts. */
  tokens: readonly string[];
  kinds: readonly Kind[];
  ms: number;
}

const cardsPerFile = 2_000;

// Lowest priority: real people do not use the processor of the server.
setPriority(19);

let cards = 0;
const csvOf = () => {
  const line = () => `89${String((cards += 1)).padStart(17, '0')},Carrier,Fleet,1000,,,`;
  return [cardImportColumns.join(','), ...Array.from({ length: cardsPerFile }, line)].join('\n');
};

async function send({ port }: Work, call: Call, token: string, body: object | FormData): Promise<string> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`http://127.0.0.1:${port}${urlOf(call)}`, {
    method: 'POST',
    headers: {
      authorization: token,
      'idempotency-key': randomUUID(),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return `${call.path.split('/').slice(1).join('/')} ${/^\{"code":(\d+)/.exec(text)?.[1] ?? answer.status}`;
}

/** What people of one company do all day, without a pause between: how many at once, and how. */
const kinds = {
  lists: {
    count: 12,
    once: (work: Work, token: string, n: number) =>
      send(work, deviceCalls.list, token, { page: 1 + (n % 40), pageSize: 50, keyword: `d000${n % 10}` }),
  },
  exports: { count: 4, once: (work: Work, token: string) => send(work, deviceFileCalls.export, token, {}) },
  imports: {
    count: 3,
    once: (work: Work, token: string) => {
      const form = new FormData();
      form.set('file', new Blob([csvOf()]), 'cards.csv');
      return send(work, networkCardCalls.import, token, form);
    },
  },
};
export type Kind = keyof typeof kinds;

process.on('message', async (work: Work) => {
  const answers: Record<string, number> = {};
  const untilMs = performance.now() + work.ms;
  const loop = async (kind: Kind, n: number) => {
    while (performance.now() < untilMs) {
      const answer = await kinds[kind]
        .once(work, work.tokens[n % work.tokens.length]!, n)
        .catch(() => 'no answer');
      answers[answer] = (answers[answer] ?? 0) + 1;
      // Limits the rate of calls that are refused at once.
      await pause(5);
    }
  };
  let n = 0;
  const loops = work.kinds.flatMap((kind) =>
    Array.from({ length: kinds[kind].count }, () => loop(kind, n++)),
  );
  await Promise.all(loops);
  process.send?.(answers);
});
