import { aiTrainingCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '../../../kit/api/use-live.ts';

/** Refetches trainings when one of them changes: once an epoch, at most twice a second. */
export function useTrainingsLive(): void {
  const cache = useQueryClient();
  useTopic(
    topics.aiTrainings,
    () => void cache.invalidateQueries({ queryKey: [aiTrainingCalls.list.family] }),
  );
}
