import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { newCredential } from '../../apps/server/src/features/devices/identity/credential-service.ts';
import type { Ask, Done, Member } from './crowd.ts';

export const settleMs = 3000;

/** Controls the fleet; its connections are divided among client processes. */
export function fleetOf(crowd: readonly ChildProcess[], robots: readonly Member[]) {
  const share = Math.ceil(robots.length / crowd.length);
  const send = async (ask: Ask) => {
    const answers = crowd.map((child) => firstOf<Done>(child));
    for (const [n, child] of crowd.entries()) {
      const part = robots.slice(n * share, (n + 1) * share);
      child.send(ask.kind === 'connect' ? { ...ask, robots: part } : ask);
    }
    const done = await Promise.all(answers);
    return { at: Math.max(...done.map(({ at }) => at)), fed: done.reduce((sum, { fed }) => sum + fed, 0) };
  };
  const connect = async (port: number) => {
    const from = Date.now();
    return (await send({ kind: 'connect', port, robots: [] })).at - from;
  };
  const drop = async () => {
    await send({ kind: 'drop' });
    await pause(settleMs);
  };
  return {
    send,
    connect,
    drop,
    /** Connects all robots at once; returns connections per second. */
    rush: async (port: number) => {
      const ms = await connect(port);
      await drop();
      return (robots.length / ms) * 1000;
    },
  };
}

/** The next message of a child process; rejects when the child exits. */
export async function firstOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('a part of the bench ended; what it said is above');
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as [T];
    return answer;
  } finally {
    ended.catch(() => {});
    over.abort();
  }
}

const open = (url: string) => {
  const [address, options] = connectionOf(url);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
};

/** Adds a company to an empty database and returns its id. */
export async function addBenchCompany(url: string): Promise<string> {
  const sql = open(url);
  const company = '0190d000-0000-7000-8000-000000000001';
  await sql`insert into companies (id, name, type, path, created_at, updated_at, updated_by)
    values (${company}, 'Bench', 0, ${`${company}/`}, now(), now(), 'bench')`;
  await sql.end();
  return company;
}

/** Registers activated robots of a company and returns their credentials. */
export async function register(url: string, company: string, count: number): Promise<Member[]> {
  const sql = open(url);
  const robots = Array.from({ length: count }, (_, i) => ({
    sn: `J30C${String(i).padStart(6, '0')}`,
    ...newCredential(),
  }));
  await sql`insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, secret_hash, created_at, updated_at, updated_by)
    select gen_random_uuid(), ${company}, sn, 'JBOT', 'J30', 'v3', sn, 'ACTIVATED', hash, now(), now(), 'bench'
    from unnest(${robots.map(({ sn }) => sn)}::text[], ${robots.map(({ secretHash }) => secretHash)}::text[]) as t(sn, hash)`;
  await sql.end();
  return robots.map(({ sn, secret }) => ({ sn, password: secret }));
}
