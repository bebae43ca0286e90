import type { Measure } from '../../bench/measure/report.ts';
import type { Figures } from './servers.ts';

/** The longest time in which a robot may have no server that answers it: of a killed server, and of one behind a silent network. */
const maxAwayMs: Record<string, number> = { 'network-split': 20_000 };
const usualMs = 10_000;

/** The goals of a fault. */
export function serverMeasures(figures: Figures): Measure[] {
  const { name, ownedMs, servedMs, lateWrites, events, plans, orders, commands } = figures;
  const work = `${orders} orders, ${commands} commands`;
  const goalName = `fault: ${name.replace('-', ' ')}`;
  const none = (what: string, value: number, detail?: string): Measure => ({
    goalName,
    what,
    value,
    unit: '',
    goal: 0,
    good: 'atMost',
    ...(detail !== undefined && { detail }),
  });
  const within = (what: string, value: number | undefined): Measure[] =>
    value === undefined
      ? []
      : [{ goalName, what, value, unit: 'ms', goal: maxAwayMs[name] ?? usualMs, good: 'atMost' }];
  return [
    ...within('robots owned again', ownedMs),
    ...within('robots answered again', servedMs),
    ...(lateWrites === undefined ? [] : [none('writes after it woke up', lateWrites)]),
    ...(figures.movedShards === undefined
      ? []
      : [none('shares that changed their owner', figures.movedShards)]),
    none('lost events', figures.lostEvents, `${events} events`),
    none('doubled events', figures.doubledEvents, `${events} events`),
    none('doubled orders and commands', figures.doubledOrders, work),
    none('expired orders and commands delivered', figures.expired, work),
    none('planned starts not begun exactly once', figures.notOnce, `${plans} starts`),
    none('planned starts begun too early', figures.early, `${plans} starts`),
  ];
}
