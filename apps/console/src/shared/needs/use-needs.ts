import {
  alarmCalls,
  deviceCalls,
  needCalls,
  needKinds,
  runCalls,
  topics,
  workOrderCalls,
  type NeedKind,
  type Sent,
} from '@sweepline/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useTopic } from '../../kit/api/use-live.ts';
import { addressWith } from '../../kit/list/address-input.ts';

/** Pushes renew the list; what no push tells, such as a zone that becomes overdue, is read after this time. */
const renewMs = 60_000;
/** A large fleet pushes all the time. */
const restMs = 4_000;

const isKind = (text: string): text is NeedKind => (needKinds as readonly string[]).includes(text);

/** The filter of the list in the address. The names are of this list only, because a page may have filters of its own. */
export function useNeedFilter() {
  const [params, setParams] = useSearchParams();
  const kinds = params.getAll('need').filter(isKind);
  const view = params.get('needs');
  const set = (changes: Record<string, unknown>) =>
    setParams((current) => addressWith(current, changes), { replace: true });
  return {
    kinds,
    view,
    isFiltered: kinds.length > 0 || view === 'mine' || view === 'others' || view === 'snoozed',
    input: {
      ...(kinds.length > 0 && { kind: kinds }),
      ...(view === 'mine' && { mine: true }),
      ...(view === 'others' && { others: true }),
      ...(view === 'snoozed' && { snoozed: true }),
    },
    toggleKind: (kind: NeedKind) =>
      set({ need: kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind] }),
    toggleView: (next: 'mine' | 'others' | 'snoozed') => set({ needs: view === next ? undefined : next }),
  };
}

/** Invalidates the list after a push, at most once in `restMs`. */
function useRenewal(): () => void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [needCalls.list.family] });
    }, restMs);
  };
}

/** The needs of the reader, renewed by alarms, runs and connections. */
export function useNeeds(input: Sent<(typeof needCalls)['list']>) {
  const renew = useRenewal();
  const needs = useQuery({
    ...callQuery(needCalls.list, input),
    refetchInterval: renewMs,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  useTopic(may(alarmCalls.list.allow) ? topics.alarm : null, renew);
  useTopic(may(deviceCalls.list.allow) ? topics.online : null, renew);
  useTopic(may(runCalls.list.allow) ? topics.runs : null, renew);
  useTopic(may(workOrderCalls.list.allow) ? topics.workOrders : null, renew);
  return needs;
}
