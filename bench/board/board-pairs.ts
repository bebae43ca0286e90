import { boardFigureCalls, boardKindCalls, statisticsCalls, type Call } from '@sweepline/contract';
import type { Sql } from 'postgres';
import { homeRows } from './home-page.ts';
import {
  batteryBands,
  largest,
  ofRobots,
  places,
  robotsNow,
  rollUp,
  shifted,
  type Query,
  type Row,
} from './roll-ups.ts';

/** A call of the board, and the bare queries that it is compared with. */
export interface Pair {
  what: string;
  theirs(): Promise<unknown>;
  ours(): Promise<unknown>;
}
export type Ask = (call: Call, input: Record<string, unknown>) => Promise<unknown>;
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

const { index, chart, split, devices, regions, times, details, ranking } = statisticsCalls;
const { completion, online, battery, electricity, companies, robots, changes } = boardFigureCalls;

/** A period, its last month and week, and the same queries over the period before. */
function daysOf({ from, to }: Days) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const now = [from, to];
  const before = [shifted(from, -days), shifted(from, -1)];
  return {
    now,
    before,
    month: { from: shifted(to, -29), to },
    week: [shifted(to, -6), to],
    both: (text: string): Query[] => [
      [text, now],
      [text, before],
    ],
  };
}

const byMonth = `date_trunc('month', day)::date`;

/** The calls of the blocks of the board. They show the change to the period before, so both sides read two periods. */
function blockRows(period: Days, name: string): Row[] {
  const { now, before, month, week, both } = daysOf(period);
  const row = (what: string, call: Call, input: object, ...bare: Query[]): Row => ({
    what,
    call,
    input: { ...input },
    bare,
  });
  return [
    row(`figures of ${name} and of the one before`, index, period, ...both(rollUp('site_days'))),
    row(`chart of ${name} by month`, chart, { ...period, step: 'month' }, [
      rollUp('site_days', byMonth),
      now,
    ]),
    row(`split of ${name} by mode`, details, period, [rollUp('site_days', 'mode'), now]),
    row(`split of ${name} by company`, split, { ...period, by: 'company' }, [
      rollUp('site_days', 'company_id'),
      now,
    ]),
    row('runs of a month by kind', boardKindCalls.kinds, month, [
      rollUp('run_days', 'kind'),
      [month.from, month.to],
    ]),
    row(`robots that worked in ${name}`, devices, period, [robotsNow, now]),
    row(`places of ${name}`, regions, period, [rollUp('site_days', 'site_id'), now], [places, []]),
    row(`ranking of robots of ${name}`, ranking, period, [largest(5), now]),
    row(
      `online rate of ${name} by month and of the one before`,
      online,
      { ...period, step: 'month' },
      [rollUp('online_days', byMonth), now],
      [rollUp('online_days'), before],
    ),
    row(
      `completion of ${name} by day and of the one before`,
      completion,
      period,
      [rollUp('start_days', 'day'), now],
      [rollUp('start_days'), before],
    ),
    row('battery of the last day', battery, {}, [batteryBands, []]),
    row('electricity of the last week', electricity, {}, [rollUp('site_days', 'day'), week]),
  ];
}

/** The calls of the other pages and dialogs of the board. */
function otherRows(period: Days, name: string): Row[] {
  const { now, both } = daysOf(period);
  const row = (what: string, call: Call, input: object, ...bare: Query[]): Row => ({
    what,
    call,
    input: { ...input },
    bare,
  });
  return [
    row(`split of ${name} by site`, split, { ...period, by: 'site' }, [rollUp('site_days', 'site_id'), now]),
    row(`split of ${name} by weekday`, times, period, [
      rollUp('site_days', 'extract(isodow from day)::int'),
      now,
    ]),
    row(
      `companies of ${name} and of the one before`,
      companies,
      period,
      ...both(rollUp('site_days', 'company_id')),
      ...both(rollUp('online_days', 'company_id')),
      ...both(rollUp('start_days', 'company_id')),
    ),
    row(
      `page of robots by area of ${name}`,
      robots,
      period,
      [largest(20), now],
      [ofRobots('online_days'), now],
      [ofRobots('start_days'), now],
    ),
    row(
      `changes of ${name} by site`,
      changes,
      { ...period, by: 'site' },
      ...both(rollUp('site_days', 'site_id')),
    ),
    row(
      `changes of ${name} by robot`,
      changes,
      { ...period, by: 'device' },
      ...both(rollUp('device_days', 'device_id')),
    ),
  ];
}

const pairOf =
  (sql: Sql, ask: Ask) =>
  ({ what, call, input, bare }: Row): Pair => ({
    what,
    theirs: () => Promise.all(bare.map(([text, parameters]) => sql.unsafe(text, [...parameters]))),
    ours: () => ask(call, input),
  });

/** The calls of the board over a period; `name` is that of the period. */
export const boardPairs = (sql: Sql, ask: Ask, period: Days, name: string): Pair[] =>
  [...blockRows(period, name), ...otherRows(period, name)].map(pairOf(sql, ask));

/** The calls of the home page on a day. */
export const homePairs = (sql: Sql, ask: Ask, today: string): Pair[] => homeRows(today).map(pairOf(sql, ask));
