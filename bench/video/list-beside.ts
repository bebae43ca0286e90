import type { ChildProcess } from 'node:child_process';
import { deviceCalls, permissions, urlOf } from '@sweepline/contract';
import { companyId } from '../../seeds/many-devices.ts';
import { addAccounts } from '../fleet/accounts.ts';
import { firstOf } from '../fleet/members.ts';
import { load, type Target } from '../list/load.ts';
import { median, quantile, type Measure } from '../measure/report.ts';
import type { Seen } from './viewers-process.ts';
import type { Paced } from './streams.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const token = 'token of another company';
/** 20 cameras with five viewers each, at the rate of one robot. */
const order: Paced = { camera: 0, count: 20, fps: 8, ms: 8_000 };

/** An account of another company than that of the viewers. */
export const addOther = (databaseUrl: string): Promise<unknown> =>
  addAccounts(databaseUrl, {
    company: companyId(3),
    count: 1,
    first: 1_000,
    permissions: [permissions.deviceList],
    tokenOf: () => token,
  });

interface Sides {
  server: ChildProcess;
  readers: ChildProcess;
  port: number;
}

/** The 99th percentile of a list of another company beside 20 streams, against the same list alone (P12). */
export async function measureListBeside({ server, readers, port }: Sides): Promise<Measure> {
  const target: Target = {
    port,
    path: urlOf(deviceCalls.list),
    headersOf: () => ({ authorization: token, 'x-forwarded-for': '10.2.0.1' }),
    body: { page: 1, pageSize: 20 },
  };
  const p99 = async () => quantile((await load(target, 1, order.ms)).tookMs, 0.99);
  // The first lists of a process are slow.
  await p99();
  const seen = async (): Promise<number> => {
    const answer = firstOf<Seen>(readers);
    readers.send('what was seen?');
    return (await answer).frames;
  };
  await seen();
  const pairs: { alone: number; beside: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await p99();
    const done = firstOf(server);
    server.send(order);
    pairs.push({ alone, beside: await p99() });
    await done;
  }
  const perSecond = (1_000 * (await seen())) / (rounds * order.ms);
  const of = (side: 'alone' | 'beside') => `${median(pairs.map((it) => it[side])).toFixed(1)} ms`;
  return {
    goalName: 'video',
    what: 'p99 of a list of another company beside 20 streams',
    value: median(pairs.map(({ alone, beside }) => beside / alone)),
    unit: '×',
    goal: 3,
    good: 'atMost',
    detail: `${of('beside')} against ${of('alone')}; ${perSecond.toFixed(0)} pictures a second arrived`,
  };
}
