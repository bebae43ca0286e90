import {
  boardFigureCalls,
  calendarCalls,
  deviceCalls,
  holidayCalls,
  siteCalls,
  topics,
  type Site,
} from '@sweepline/contract';
import { laterDate, momentOf } from '@sweepline/contract/robot';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { readerZone, weekStart } from '../../../kit/format/reader.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { daysOf, periodOf, placeOf, views } from './calendar-rules.ts';

const againMs = 60_000;
const pauseMs = 1_500;

/** Runs change the calendar. Changes within this interval cause one refetch. */
function useRunUpdates() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.runs, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const { family } of [calendarCalls.range, boardFigureCalls.completion])
        void cache.invalidateQueries({ queryKey: [family] });
    }, pauseMs);
  });
}

/** The time zone of the chosen site, or the zone all sites share; else the browser's own. */
function zoneOf(sites: readonly Site[], siteId: string): string {
  const chosen = sites.find(({ id }) => id === siteId);
  const all = new Set(sites.map(({ timezone }) => timezone));
  return chosen?.timezone ?? (all.size === 1 ? [...all][0] : undefined) ?? readerZone();
}

/** The starts due in the period, as the data overview counts them: on the days of their sites. */
const useStartsDue = (period: { from: string; to: string; siteId?: string; deviceId?: string }) =>
  useQuery({
    ...callQuery(boardFigureCalls.completion, period),
    enabled: may(boardFigureCalls.completion.allow),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    meta: { silent: true },
  }).data?.totals;

/** The names of the holidays by day. */
function useHolidays(from: string, to: string, siteId: string) {
  const range = { from, to, page: 1, pageSize: 99, ...(siteId && { siteId }) };
  const { data } = useQuery(callQuery(holidayCalls.list, range));
  return new Map(data?.list.map(({ date, name }) => [date, name]));
}

/** The robots that get a row each. */
function useRows({ siteId, deviceId, enabled }: { siteId: string; deviceId: string; enabled: boolean }) {
  const request = { page: 1, pageSize: 30, sort: 'nickname' as const, ...(siteId && { siteId }) };
  const { data } = useQuery({ ...callQuery(deviceCalls.list, request), enabled });
  const isShown = ({ id, model }: { id: string; model: string }) =>
    model !== 'PLAIN' && (!deviceId || id === deviceId);
  return (data?.list ?? []).filter(isShown);
}

/** The state of the calendar: view, day, site and robot are in the URL. */
export function useCalendar() {
  const [viewName, setView] = useAddress('view', 'week');
  const view = views.find((it) => it === viewName) ?? 'week';
  const [siteId, setSite] = useAddress('siteId');
  const [deviceId, setDevice] = useAddress('deviceId');
  const [selected, select] = useAddress('start');
  const { data: sites } = useQuery(callQuery(siteCalls.list, { page: 1, pageSize: 99 }));
  const zone = zoneOf(sites?.list ?? [], siteId);
  const now = new Date(useNow()).toISOString();
  const today = placeOf(now, zone).date;
  const [day, setDay] = useAddress('day', today);
  const days = daysOf(view, day, weekStart());
  const filters = { ...(siteId && { siteId }), ...(deviceId && { deviceId }) };
  const range = {
    from: new Date(momentOf(days[0] ?? day, '00:00', zone)).toISOString(),
    to: new Date(momentOf(laterDate(days.at(-1) ?? day, 1), '00:00', zone)).toISOString(),
    ...filters,
  };
  const query = useQuery({
    ...callQuery(calendarCalls.range, range),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    meta: { silent: true },
  });
  const startsDue = useStartsDue({ ...periodOf(view, day, days), ...filters });
  useRunUpdates();
  return {
    view,
    setView,
    day,
    setDay,
    siteId,
    setSite,
    deviceId,
    setDevice,
    selected,
    select,
    zone,
    now,
    today,
    days,
    range,
    query,
    sites: sites?.list ?? [],
    starts: query.data?.list ?? [],
    startsDue,
    holidays: useHolidays(days[0] ?? day, days.at(-1) ?? day, siteId),
    devices: useRows({ siteId, deviceId, enabled: view === 'robots' }),
  };
}
export type Calendar = ReturnType<typeof useCalendar>;
