import { fork } from 'node:child_process';
import { join } from 'node:path';
import { addBenchCompany, firstOf, register } from '../fleet/members.ts';
import type { Job, Outcome } from '../ingest/publishers.ts';
import { median, type Measure } from '../measure/report.ts';
import type { Stage } from '../servers.ts';
import type { GatewayJob } from './gateway-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = 4;
const robotCount = 500;

/** Durable messages that one server stores in a second, with and without the check of the owner in each transaction. */
export async function measureFence({ database, start }: Stage): Promise<Measure> {
  const side = async (name: string, isFenced: boolean) => {
    const databaseUrl = await database(name);
    const robots = await register(databaseUrl, await addBenchCompany(databaseUrl), robotCount);
    const job: GatewayJob = { databaseUrl, isFenced };
    const { child, port } = await start('servers/gateway-process.ts', [], job);
    return { child, job: { port, seconds, robots } };
  };
  const sides = { fenced: await side('fenced', true), bare: await side('bare', false) };
  const rates = { fenced: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 ? (['fenced', 'bare'] as const) : (['bare', 'fenced'] as const))
      rates[name].push(await acknowledged(sides[name].job));
  for (const { child } of Object.values(sides)) child.kill('SIGKILL');
  return {
    goalName: 'servers',
    what: 'durable messages stored by one server, with the check of the owner against without',
    value: median(rates.fenced.map((rate, round) => rate / rates.bare[round]!)),
    unit: '×',
    goal: 0.95,
    good: 'atLeast',
    detail: `${Math.round(median(rates.fenced))}/s against ${Math.round(median(rates.bare))}/s, ${robotCount} robots`,
  };
}

async function acknowledged(job: Job): Promise<number> {
  const child = fork(join(import.meta.dirname, '../ingest/publishers.ts'));
  child.send(job);
  const outcome = await firstOf<Outcome>(child);
  if (outcome.lost > 0) throw new Error(`${outcome.lost} connections were lost`);
  return outcome.acknowledged / job.seconds;
}
