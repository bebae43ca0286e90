import { doorCalls, doorRecordCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../kit/api/use-live.ts';

const pauseMs = 300;

/** Refetches doors and records after a change of a door. Changes within a short interval cause one refetch. */
export function useDoorsLive(): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.accessDoors, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const { family } of [doorCalls.list, doorRecordCalls.list])
        void cache.invalidateQueries({ queryKey: [family] });
    }, pauseMs);
  });
}
