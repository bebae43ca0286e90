import { boardFigureCalls, siteTargetCalls, statisticsCalls, type Call } from '@sweepline/contract';
import {
  batteryBands,
  largest,
  places,
  robotsNow,
  rollUp,
  shifted,
  type Query,
  type Row,
} from './roll-ups.ts';

const { index, chart, split, devices, regions, details, ranking } = statisticsCalls;
const { completion, online, battery, electricity } = boardFigureCalls;
const targets = `select count(*), sum(t.area_m2_per_week), min(t.coverage), max(t.coverage)
  from sites s left join site_targets t on t.site_id = s.id`;

/** A period up to a day, and queries over it and over the equally long one before. */
function daysUpTo(to: string, days: number) {
  const from = shifted(to, 1 - days);
  const both = (text: string, before = text): Query[] => [
    [text, [from, to]],
    [before, [shifted(from, -days), shifted(from, -1)]],
  ];
  return { input: { from, to }, now: [from, to], both };
}

/**
 * What the standard view of the home page asks when it is opened: the figures of the month up to today, the completion of a week, and
 * the battery and electricity in their own ranges. Needs and open runs are measured by parts of their own.
 */
export function homeRows(today: string): Row[] {
  const [month, week] = [daysUpTo(today, Number(today.slice(8))), daysUpTo(today, 7)];
  const row = (what: string, call: Call, input: object, ...bare: Query[]): Row => ({
    what,
    call,
    input: { ...input },
    bare,
  });
  const byDay = { ...month.input, step: 'day' };
  const starts = [rollUp('start_days', 'day'), rollUp('start_days')] as const;
  return [
    row('figures', index, month.input, ...month.both(rollUp('site_days'))),
    row('figures by day', chart, byDay, [rollUp('site_days', 'day'), month.now]),
    row('completion of the month', completion, month.input, ...month.both(...starts)),
    row('completion of a week', completion, week.input, ...week.both(...starts)),
    row('figures of a week', index, week.input, ...week.both(rollUp('site_days'))),
    row('online', online, byDay, ...month.both(rollUp('online_days', 'day'), rollUp('online_days'))),
    row('battery', battery, {}, [batteryBands, []]),
    row('electricity', electricity, {}, [rollUp('site_days', 'day'), week.now]),
    row('places', regions, month.input, [rollUp('site_days', 'site_id'), month.now], [places, []]),
    row('robots', devices, month.input, [robotsNow, month.now]),
    row('companies', split, { ...month.input, by: 'company' }, [
      rollUp('site_days', 'company_id'),
      month.now,
    ]),
    row('ranking', ranking, month.input, [largest(5), month.now]),
    row('modes', details, month.input, [rollUp('site_days', 'mode'), month.now]),
    row('savings', siteTargetCalls.savings, month.input, [rollUp('site_days', '(site_id, day)'), month.now]),
    row('targets', siteTargetCalls.combined, month.input, [targets, []]),
  ];
}
