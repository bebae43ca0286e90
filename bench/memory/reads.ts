import { createHash } from 'node:crypto';
import { allCalls, onlyReads, urlOf, type Call } from '@sweepline/contract';
import postgres from 'postgres';
import { nowhere, sampleOf } from '../../apps/server/src/test-kit/sample.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';

/** One read of one account. */
interface Read {
  token: string;
  call: Call;
  input: Record<string, unknown>;
}

/** Accounts that read at once: each may have three calls at a time. */
const readers = 6;
const tokenOf = (n: number) => `token of reader ${n}`;

const reads = Object.entries(allCalls).flatMap(([feature, group]) =>
  Object.values<Call>(group)
    .filter((call) => onlyReads(call) && call.kind !== 'bytes' && call.allow !== 'everyone' && !call.open)
    .map((call) => ({ feature, call })),
);

/** Fields of the inputs that name a record, with the list that has one. */
const listOfField: Record<string, string> = {
  deviceId: 'devices',
  mapId: 'maps',
  taskId: 'tasks',
  siteId: 'sites',
  companyId: 'companies',
};

/** The reads that accounts of the demo world may do and that find what they name. */
export async function findReads(url: string, databaseUrl: string): Promise<Read[]> {
  const tokens = await addSessions(databaseUrl);
  const found = await Promise.all(tokens.map((token) => readsOf(url, token)));
  return found.flat();
}

async function readsOf(url: string, token: string): Promise<Read[]> {
  const ids = new Map<string, string>();
  const able: Read[] = [];
  // Lists first: they have the ids that other calls name.
  const isAlone = ({ call }: (typeof reads)[number]) => !Object.values(sampleOf(call)).includes(nowhere);
  for (const read of reads.toSorted((a, b) => Number(isAlone(b)) - Number(isAlone(a)))) {
    const { feature, call } = read;
    const input = Object.fromEntries(
      Object.entries(sampleOf(call)).map(([name, value]) => [
        name,
        value === nowhere ? (ids.get(listOfField[name] ?? feature) ?? value) : currentDay(name, value),
      ]),
    );
    const { code, data } = await answerOf(url, { token, call, input });
    if (code !== 200) continue;
    able.push({ token, call, input });
    const [first] = (data as { list?: { id?: string }[] } | null)?.list ?? [];
    if (first?.id !== undefined && !ids.has(feature)) ids.set(feature, first.id);
  }
  return able;
}

/** Periods of the samples are in 2030, where the world has no rows. */
function currentDay(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('2030-01-01')) return value;
  const daysAgo = /from|start|since/i.test(name) ? 30 : 0;
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, value.length);
}

/** Sends reads in turn, several at once, until `count` are answered. */
export async function sendReads(url: string, able: readonly Read[], count: number, atOnce: number) {
  let sent = 0;
  let refused = 0;
  const caller = async () => {
    while (sent < count) {
      const { code } = await answerOf(url, able[sent++ % able.length]!);
      if (code !== 200) refused += 1;
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  return { seconds: (performance.now() - startedMs) / 1000, refused };
}

async function answerOf(url: string, { token, call, input }: Read): Promise<{ code: number; data: unknown }> {
  const isGet = call.method === 'GET';
  const fields = new Map(Object.entries(input));
  const path = urlOf(call).replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name) ?? 'none');
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${url}${path}${isGet && fields.size > 0 ? `?${query.toString()}` : ''}`, {
    method: call.method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(!isGet && { body: JSON.stringify(input) }),
  });
  return (await answer.json()) as { code: number; data: unknown };
}

/** Signs in accounts of several companies that may read most. */
async function addSessions(databaseUrl: string): Promise<string[]> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1 });
  const accounts = await sql<{ id: string; company: string }[]>`
    select id, company_id as company from accounts where role_type in (1, 2) order by role_type, id limit ${readers}`;
  const tokens = accounts.map((_, n) => tokenOf(n));
  for (const [n, { id, company }] of accounts.entries())
    await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
      values (gen_random_uuid(), ${company}, ${id}, ${createHash('sha256').update(tokens[n]!).digest('hex')}, now(), now(), 'bench')
      on conflict do nothing`;
  await sql.end();
  return tokens;
}
