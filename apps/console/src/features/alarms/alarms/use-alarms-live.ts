import { alarmCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../kit/api/use-live.ts';

const pauseMs = 200;

/** Refetches the alarms of a robot, or all, after a change. Changes within a short interval cause one refetch. */
export function useAlarmsLive(of?: string) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refetch = () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [alarmCalls.list.family] });
    }, pauseMs);
  };
  useTopic(topics.alarm, ({ deviceId }) => {
    if (of === undefined || deviceId === of) refetch();
  });
  useTopic(topics.alarmActs, ({ changes }) => {
    if (of === undefined || changes.some(({ deviceId }) => deviceId === of)) refetch();
  });
}
