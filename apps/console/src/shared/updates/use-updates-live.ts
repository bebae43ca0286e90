import { topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../kit/api/use-live.ts';

/** Minimum interval of reads after jobs changed. */
const restMs = 1_500;
/** What the server decides without a robot, such as the next stage, has no message. */
const renewMs = 10_000;

/** Keeps the reads about updates current while one of them is open. */
export function useUpdatesLive(isOpen: boolean) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useTopic(isOpen ? topics.jobs : null, ({ changes }) => {
    if (!changes.some(({ job }) => job.kind === 'OTA')) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: ['otaTasks'] });
    }, restMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const renewal = setInterval(() => {
      if (document.visibilityState !== 'hidden') void cache.invalidateQueries({ queryKey: ['otaTasks'] });
    }, renewMs);
    return () => clearInterval(renewal);
  }, [cache, isOpen]);
}
