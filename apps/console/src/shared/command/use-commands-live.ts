import { topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../kit/api/use-live.ts';

/** Minimum interval of reads, because a busy fleet changes commands continuously. */
const restMs = 1_000;

/** Invalidates the command reads of the page when the server reports changed commands. */
export function useCommandsLive() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const renew = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: ['commands'] });
    }, restMs);
  };
  useTopic(topics.commands, renew);
  // Progress within a phase changes nothing in lists, so only the end of a job renews them.
  useTopic(topics.jobs, ({ changes }) => {
    if (changes.some(({ job }) => job.endedAt !== null)) renew();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
