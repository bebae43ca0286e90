import { useSearchParams } from 'react-router';
import { addressWith } from '../../../kit/list/address-input.ts';

/** The parts of the alarm centre. What is open is first; everything is last. */
export const alarmTabs = {
  open: { open: true },
  unacknowledged: { open: true, acknowledged: false, shelved: false, processing: 'NOT_PROCESSED' },
  mine: { open: true, mine: true, processing: 'NOT_PROCESSED' },
  shelved: { open: true, shelved: true },
  cleared: { open: false },
  all: {},
} as const;
export type AlarmTab = keyof typeof alarmTabs;
export const alarmTabNames = Object.keys(alarmTabs) as AlarmTab[];

/** Filters about the life of an alarm: the tabs decide it. */
const ofLife = ['open', 'acknowledged', 'shelved', 'mine', 'processing'];
/** A search for a text, a cause or a time means closed alarms too. */
const searching = [...ofLife, 'keyword', 'causeId', 'startTime', 'endTime'];
const cleared = Object.fromEntries([...ofLife, 'page'].map((name) => [name, undefined]));

/** The tab of the address; without one what is open, or everything for a search. */
export function useAlarmTab() {
  const [params, setParams] = useSearchParams();
  const named = alarmTabNames.find((name) => name === params.get('tab'));
  const tab = named ?? (searching.some((name) => params.has(name)) ? 'all' : 'open');
  const choose = (next: AlarmTab, filters: Record<string, unknown> = {}) =>
    setParams((current) => addressWith(current, { ...cleared, ...filters, tab: next }), { replace: true });
  // The worst first while work is left; else the newest.
  const isWork = tab !== 'all' && tab !== 'cleared';
  return {
    tab,
    choose,
    fixed: { ...alarmTabs[tab], ...(isWork && !params.has('sort') && { sort: '-level' as const }) },
  };
}
