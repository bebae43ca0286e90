import { topics, workOrderCalls } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../kit/api/use-live.ts';

const pauseMs = 200;

/** Refetches the orders after a change of those that `isShown` names. Changes within a short interval cause one refetch. */
export function useWorkOrdersLive(
  isShown: (change: { id: string; deviceId: string | null }) => boolean = () => true,
) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.workOrders, ({ changes }) => {
    if (timer.current !== undefined || !changes.some(isShown)) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [workOrderCalls.list.family] });
    }, pauseMs);
  });
}
