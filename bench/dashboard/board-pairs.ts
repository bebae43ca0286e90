import { boardFigureCalls, type Call } from '@sweepline/contract';
import type { Sql } from 'postgres';

export const year = { from: '2029-01-01', to: '2029-12-31' };

/** A call of the page, and the bare queries that it is compared with. */
export interface Pair {
  what: string;
  theirs(): Promise<unknown>;
  ours(): Promise<unknown>;
}
export type Ask = (call: Call, input: Record<string, string>) => Promise<unknown>;

const onlineSums = `sum(online_ms)::float8 as online, sum(sleep_ms)::float8 as sleep, sum(bound_ms)::float8 as bound from online_days
  where day between $1 and $2`;
const startSums = `sum(due)::float8 as due, sum(done)::float8 as done, sum(partial)::float8 as partial, sum(failed)::float8 as failed,
  sum(missed)::float8 as missed, sum(open)::float8 as open from start_days where day between $1 and $2`;
const batteryBands = `select hour, percentile_cont(array[0.1, 0.5, 0.9]) within group (order by used),
  percentile_cont(array[0.1, 0.5, 0.9]) within group (order by taken) from battery_hours where hour > now() - interval '24 hours' group by 1`;
const yearBefore = ['2028-01-02', '2028-12-31'] as const;

/** The calls of the data board. `bare` is the query over the sums of reports. */
export const boardPairs = (sql: Sql, ask: Ask, bare: string): Pair[] => [
  {
    what: 'online rate of a year by day and of the year before',
    theirs: () =>
      Promise.all([
        sql.unsafe(`select day, ${onlineSums} group by 1`, [year.from, year.to]),
        sql.unsafe(`select ${onlineSums}`, [...yearBefore]),
      ]),
    ours: () => ask(boardFigureCalls.online, year),
  },
  {
    what: 'completion of a year by day and of the year before',
    theirs: () =>
      Promise.all([
        sql.unsafe(`select day, ${startSums} group by 1`, [year.from, year.to]),
        sql.unsafe(`select ${startSums}`, [...yearBefore]),
      ]),
    ours: () => ask(boardFigureCalls.completion, year),
  },
  {
    what: 'battery of the last day',
    theirs: () => sql.unsafe(batteryBands),
    ours: () => ask(boardFigureCalls.battery, {}),
  },
  {
    what: 'companies of a year and of the year before',
    theirs: () =>
      Promise.all(
        [[year.from, year.to], yearBefore].flatMap((days) =>
          [
            bare.replace('select', 'select company_id,'),
            `select company_id, ${onlineSums}`,
            `select company_id, ${startSums}`,
          ].map((query) => sql.unsafe(`${query} group by 1`, [...days])),
        ),
      ),
    ours: () => ask(boardFigureCalls.companies, year),
  },
];
