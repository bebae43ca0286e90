import {
  siteCalls,
  workOrderCalls,
  topics,
  workOrderWorkCalls,
  type Call,
  type Output,
  type Sent,
  type WorkOrder,
} from '@sweepline/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { session } from '../../../kit/api/session.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { forgetOtherAnswers, keepAnswer } from '../../../kit/offline/kept-answers.ts';
import { keptNameOf, useKeptQuery } from '../../../kit/offline/use-kept-query.ts';

export const renewMs = 60_000;
const pauseMs = 200;
const maxResolved = 5;
/** Orders that are read ahead, so that they open without a network. */
const maxAhead = 20;

const openOrders: Sent<typeof workOrderCalls.list> = {
  mine: true,
  state: ['SUBMITTED', 'PROCESSING'],
  sort: 'appointment',
  pageSize: 99,
};
const resolvedOrders: Sent<typeof workOrderCalls.list> = {
  mine: true,
  state: ['RESOLVED'],
  sort: '-resolvedAt',
  pageSize: maxResolved,
};

export type SitePlace = Output<typeof siteCalls.list>['list'][number];

/** The orders of the signed-in account with the places of their sites, also without a network. */
export function useMyOrders() {
  const open = useKeptQuery(workOrderCalls.list, openOrders, renewMs);
  const resolved = useKeptQuery(workOrderCalls.list, resolvedOrders, renewMs);
  const orders = useMemo(
    () => [...(open.data?.list ?? []), ...(resolved.data?.list ?? [])],
    [open.data, resolved.data],
  );
  const ids = useMemo(() => [...new Set(orders.flatMap(({ site }) => site?.id ?? []))].sort(), [orders]);
  const sitesInput = { ids, pageSize: 99 };
  const sites = useKeptQuery(siteCalls.list, sitesInput, renewMs * 10, ids.length > 0);
  const places = useMemo(
    () => new Map(sites.data?.list.map((site): [string, SitePlace] => [site.id, site])),
    [sites.data],
  );
  useOrdersLive();
  useOrdersAhead(
    open.keptAt === null && open.data ? orders : noOrders,
    [keptNameOf(workOrderCalls.list, openOrders), keptNameOf(workOrderCalls.list, resolvedOrders)],
    keptNameOf(siteCalls.list, sitesInput),
  );
  return { open, resolved: resolved.data?.list ?? noOrders, places };
}

const noOrders: readonly WorkOrder[] = [];

/** Changes within a short interval cause one refetch. */
function useOrdersLive() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.workOrders, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [workOrderCalls.list.family] });
    }, pauseMs);
  });
}

/** Reads the orders one after another while there is a network, and forgets those that are no longer listed. */
function useOrdersAhead(orders: readonly WorkOrder[], lists: readonly string[], sites: string) {
  const cache = useQueryClient();
  const versions = orders.map(({ id, version }) => `${id} ${version}`).join(' ');
  const latest = useRef({ orders, lists, sites });
  useEffect(() => {
    latest.current = { orders, lists, sites };
  });
  useEffect(() => {
    if (versions === '' || session.user()?.viewer) return;
    const stop = new AbortController();
    const { orders: listed, lists: names, sites: places } = latest.current;
    void readAhead(cache, listed.slice(0, maxAhead), [...names, places], stop.signal);
    return () => stop.abort();
  }, [cache, versions]);
}

async function readAhead(
  cache: QueryClient,
  orders: readonly WorkOrder[],
  lists: readonly string[],
  signal: AbortSignal,
) {
  const owner = session.user()?.userId ?? '';
  const details = orders.flatMap(({ id }) => [
    keptNameOf(workOrderCalls.detail, { id }),
    keptNameOf(workOrderWorkCalls.readWork, { id }),
  ]);
  const current = new Set([...lists, ...details]);
  const ofOrders = [workOrderCalls.list, siteCalls.list, workOrderCalls.detail, workOrderWorkCalls.readWork];
  await forgetOtherAnswers(
    owner,
    (name) => !current.has(name) && ofOrders.some(({ path }) => name.startsWith(`${path} `)),
  );
  for (const { id } of orders) {
    if (signal.aborted || !navigator.onLine) return;
    for (const call of [workOrderCalls.detail, workOrderWorkCalls.readWork]) {
      const query = { ...callQuery<Call>(call, { id }), staleTime: renewMs, meta: { silent: true } };
      const answer = await cache.fetchQuery(query).catch(() => undefined);
      if (answer) await keepAnswer(owner, keptNameOf<Call>(call, { id }), answer, new Date().toISOString());
    }
  }
}
