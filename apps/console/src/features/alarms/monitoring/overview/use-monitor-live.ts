import { alarmCalls, deviceCalls, monitorCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { may } from '../../../../kit/api/may.ts';
import { useLive, useTopic } from '../../../../kit/api/use-live.ts';
import type { MonitorList } from './monitor-filters.ts';

/** A large fleet raises alarms all the time. */
const restMs = 1_000;
/** What no push tells, such as the end of a shelf, is read after this time. */
const renewMs = 30_000;

/** Keeps the list up to date: states of the robots from the pushes, rows and figures by a new read after an alarm. */
export function useMonitorLive({ input, rows }: Pick<MonitorList, 'input' | 'rows'>) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const renew = () =>
      void cache.invalidateQueries({ queryKey: [monitorCalls.list.family, monitorCalls.list.path] });
    const interval = setInterval(renew, renewMs);
    return () => {
      clearInterval(interval);
      clearTimeout(timer.current);
    };
  }, [cache]);
  useTopic(may(alarmCalls.list.allow) ? topics.alarm : null, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [monitorCalls.list.family] });
    }, restMs);
  });
  useLive(
    may(deviceCalls.list.allow) ? topics.devices : null,
    monitorCalls.list,
    input,
    (old, { changes }) => ({
      ...old,
      list: old.list.map((row) => {
        const change = changes.find(({ id }) => id === row.id);
        if (!change) return row;
        const { state, since, lastSeenAt, mode, paused, soc, alarmLevel } = change;
        return { ...row, live: { state, since, lastSeenAt, mode, paused, soc, alarmLevel } };
      }),
    }),
    rows.map(({ id }) => id),
  );
}
