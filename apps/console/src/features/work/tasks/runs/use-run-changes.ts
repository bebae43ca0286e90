import { runCalls, taskCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../../kit/api/use-live.ts';

const pauseMs = 700;
const families = [runCalls.list.family, taskCalls.list.family];

/**
 * Reads tasks and runs again when a run changed. A busy fleet sends many changes a second; the changes within a pause
 * cause one read.
 */
export function useRunChanges(concerns: (runId: string) => boolean = () => true) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.runs, ({ runId }) => {
    if (!concerns(runId) || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      families.forEach((family) => void cache.invalidateQueries({ queryKey: [family] }));
    }, pauseMs);
  });
}
