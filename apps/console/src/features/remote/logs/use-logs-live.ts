import {
  isOverLogPull,
  logStoreCalls,
  topics,
  type deviceLogCalls,
  type DeviceLog,
  type Output,
} from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '../../../kit/api/use-live.ts';

type List = Output<typeof deviceLogCalls.list>;
type Cached = List | DeviceLog | undefined;

/** Minimum interval of reads, because a busy fleet changes commands continuously. */
const restMs = 1_000;

const isList = (answer: object): answer is List => 'total' in answer;
const isLog = (answer: object): answer is DeviceLog => 'deletedAt' in answer;

/**
 * Keeps the pulls of the page current. Progress of the own ones is written into the cache; those of others are read again, and so
 * is each that ends, with the folders it is stored in.
 */
export function useLogsLive(logs: readonly DeviceLog[]) {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const renew = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({
        queryKey: ['deviceLogs'],
        predicate: ({ queryKey, state }) => queryKey[1] === logStoreCalls.list.path || isState(state.data),
      });
    }, restMs);
  };
  const open = new Set(logs.filter(({ state }) => !isOverLogPull(state)).map(({ device }) => device.id));
  const concerns = (changes: readonly { deviceId: string }[]) =>
    changes.some(({ deviceId }) => open.has(deviceId));

  useTopic(topics.download, ({ id, state, progress }) => {
    if (isOverLogPull(state)) return renew();
    const next = (log: DeviceLog): DeviceLog => (log.id === id ? { ...log, state, pct: progress } : log);
    cache.setQueriesData<Cached>({ queryKey: ['deviceLogs'] }, (old) => {
      if (!old) return old;
      if (isList(old)) return { ...old, list: old.list.map(next) };
      return isLog(old) ? next(old) : old;
    });
  });
  useTopic(topics.jobs, ({ changes }) => {
    if (concerns(changes)) renew();
  });
  useTopic(topics.commands, ({ changes }) => {
    if (concerns(changes)) renew();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Whether an answer shows states of pulls. Lines and files of an archive never change. */
const isState = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && (isList(answer) || isLog(answer));
