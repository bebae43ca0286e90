import { topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '../../../../kit/api/use-live.ts';

/** Renews the transfers when a command or a job changes. A pull that ends brings a file. */
export function useTransfersLive() {
  const cache = useQueryClient();
  useTopic(topics.commands, () => void cache.invalidateQueries({ queryKey: ['fileTransfers'] }));
  useTopic(topics.jobs, ({ changes }) => {
    void cache.invalidateQueries({ queryKey: ['fileTransfers'] });
    if (changes.some(({ job }) => job.endedAt !== null))
      void cache.invalidateQueries({ queryKey: ['managedFiles'] });
  });
}
