import { rideCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../kit/api/use-live.ts';

const pauseMs = 300;

/** Refetches shafts and rides after a change of one of these elevators. Changes within a short interval cause one refetch. */
export function useLiftsLive(elevatorIds: readonly string[]): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ids = [...new Set(elevatorIds)].toSorted();
  useTopic(
    topics.lifts,
    () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void cache.invalidateQueries({ queryKey: [rideCalls.list.family] });
      }, pauseMs);
    },
    ids,
  );
}
