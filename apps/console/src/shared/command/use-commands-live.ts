import { topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../kit/api/use-live.ts';

/** A fleet that is told much must not make a page read without pause. */
const restMs = 1_000;

/** Reads what the page shows of commands again when some of them went on. */
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
  // How far a job is within its phase is not read from there.
  useTopic(topics.jobs, ({ changes }) => {
    if (changes.some(({ job }) => job.endedAt !== null)) renew();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
