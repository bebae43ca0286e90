import { alarmCalls, noticeCalls, topics, type UnreadCounts } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { itemOfNotice, itemOfPush } from './bell-item.ts';
import { popUpsOn } from '../../../shared/people/pop-up-choice.ts';
import { popUp } from './pop-ups.ts';

/** Poll interval. It recovers pushes that were missed while the socket was disconnected. */
const renewMs = 60_000;
const counts = callQuery(noticeCalls.unread, {});

/** The unread counts, updated by pushes. A pushed notice also pops up. */
export function useBell(): UnreadCounts {
  const cache = useQueryClient();
  const { data = [0, 0, 0] } = useQuery({
    ...counts,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
  const applyPush = (unread: UnreadCounts, families: string[]) => {
    cache.setQueryData(counts.queryKey, unread);
    // The push contains the counts, so only the lists are invalidated.
    for (const family of families)
      void cache.invalidateQueries({
        queryKey: [family],
        predicate: ({ queryKey }) => queryKey[1] !== noticeCalls.unread.path,
      });
  };

  useTopic(topics.event, ({ kind, notice, unread, more }) => {
    applyPush(unread, ['notices']);
    if (popUpsOn()) popUp(itemOfNotice(kind, notice), more);
  });
  useTopic(topics.alarm, (message) => {
    applyPush(message.unread, [alarmCalls.list.family]);
    const isNews = message.raised && !message.again && message.isTold;
    if (popUpsOn() && isNews) popUp(itemOfPush(message, new Date()), message.more);
  });
  return data;
}
