import { Agent } from 'node:http';
import { alarmCalls, urlOf } from '@sweepline/contract';
import { companyId } from '../../seeds/many-devices.ts';
import { ask, load, type Target } from '../list/load.ts';
import { median, type Measure } from '../measure/report.ts';
import { tokenOf } from './world.ts';

const atOnce = 16;
const rounds = 7;
const roundMs = 2_000;
/** The company with enough alarms for page 500. */
const large = 1;
const pageSize = 20;

/** Hand-written SQL for a page of alarms with their names, and the exact total, with the tenant scope only. */
export const bareList = {
  name: 'alarms',
  rows: `
    select a.*, d.sn, d.nickname, d.model, c.name as company_name, s.name as site_name, r.name as run_name,
      o.nickname as owner, k.nickname as acknowledged_by, p.nickname as processed_by, h.nickname as shelved_by
    from (select * from alarms where company_id = any($1) order by arrived_at desc, id desc limit $2 offset $3) a
    left join devices d on d.id = a.device_id left join companies c on c.id = a.company_id left join sites s on s.id = a.site_id
    left join runs r on r.id = a.run_id left join accounts o on o.id = a.owner_id left join accounts k on k.id = a.acknowledged_by_id
    left join accounts p on p.id = a.processed_by_id left join accounts h on h.id = a.shelved_by_id
    order by a.arrived_at desc, a.id desc`,
  total: 'select count(*)::int as total from alarms where company_id = any($1)',
};
/** The company of parallel caller n. */
export const companiesOfCallers = Array.from({ length: atOnce }, (_, n) => [companyId(n + 2)]);

export const listOf = (port: number, page: number, company?: number, filter: object = {}): Target => ({
  port,
  path: urlOf(alarmCalls.list),
  headersOf: (n) => ({ authorization: tokenOf(company ?? n + 2) }),
  body: { ...filter, page, pageSize },
});

/** Checks that both sides return the same list; throws otherwise. */
async function checkSame(bare: Target, ours: Target) {
  const agent = new Agent();
  const [theirs, mine] = [await ask(agent, bare, 0), await ask(agent, ours, 0)];
  agent.destroy();
  const ids = ({ data }: typeof mine) => data.list.map((row) => (row as { id: string }).id).join();
  if (theirs.data.total !== mine.data.total || ids(theirs) !== ids(mine))
    throw new Error('the two lists differ');
}

async function againstBare(bare: Target, ours: Target, what: string): Promise<Measure> {
  await checkSame(bare, ours);
  await load(bare, atOnce, 1_000);
  await load(ours, atOnce, 1_000);
  const [theirs, mine]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await load(bare, atOnce, roundMs)).perSecond);
    mine.push((await load(ours, atOnce, roundMs)).perSecond);
  }
  return {
    goalName: 'alarms',
    what,
    value: median(mine.map((rate, round) => rate / theirs[round]!)),
    ...({ unit: '×', goal: 0.5, good: 'atLeast' } as const),
    detail: `${Math.round(median(mine))}/s against ${Math.round(median(theirs))}/s of bare Node and pg`,
  };
}

const p50 = async (target: Target) => median((await load(target, 1, roundMs / 2)).tookMs);

/** The median of the ratios of two lists that are measured in turns. */
async function ratioOf(over: Target, under: Target, what: string, goal: number): Promise<Measure> {
  await p50(over);
  await p50(under);
  const pairs: [over: number, under: number][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await p50(over), await p50(under)]);
  const [a, b] = [median(pairs.map(([ms]) => ms)), median(pairs.map(([, ms]) => ms))];
  return {
    goalName: 'alarms',
    what,
    value: median(pairs.map(([x, y]) => x / y)),
    ...({ unit: '×', goal, good: 'atMost' } as const),
    detail: `${a.toFixed(2)} ms against ${b.toFixed(2)} ms`,
  };
}

export interface ListPorts {
  bare: number;
  ours: number;
  /** With a tenth of the alarms; the companies that are asked have as many. */
  tenth: number;
}

export async function listMeasures({ bare, ours, tenth }: ListPorts, alarms: string): Promise<Measure[]> {
  const theirs: Target = {
    port: bare,
    path: `/${bareList.name}`,
    headersOf: (n) => ({ 'x-caller': String(n) }),
    body: { page: 2, pageSize },
  };
  const few = { open: true, level: [4, 5] };
  return [
    await againstBare(theirs, listOf(ours, 2), `list of ${alarms} alarms, 200 companies, 16 at once`),
    await ratioOf(
      listOf(ours, 1, 2),
      listOf(tenth, 1, 2),
      'ten times the alarms, own company equal, p50',
      1.3,
    ),
    await ratioOf(
      listOf(ours, 1, 2, few),
      listOf(tenth, 1, 2, few),
      'open alarms of level 4 and 5 with ten times the alarms, p50',
      1.3,
    ),
    await ratioOf(
      listOf(ours, 500, large),
      listOf(ours, 1, large),
      'page 500 of a company against page 1, p50',
      3,
    ),
  ];
}
