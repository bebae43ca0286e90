import { alarmCalls, noticeCalls, topics, type UnreadCounts } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';
import { useTopic } from '../../kit/api/use-live.ts';
import { itemOfNotice, itemOfPush } from './bell-item.ts';
import { popUpsOn } from '../../shared/people/pop-up-choice.ts';
import { popUp } from './pop-ups.ts';

/** What was told while the line was down is caught up with by then. */
const renewMs = 60_000;
const counts = reading(noticeCalls.unread, {});

/** The unread counts, kept by what the server pushes; what is pushed also pops up. */
export function useBell(): UnreadCounts {
  const cache = useQueryClient();
  const { data = [0, 0, 0] } = useQuery({
    ...counts,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
  const heard = (unread: UnreadCounts, families: string[]) => {
    cache.setQueryData(counts.queryKey, unread);
    // Only lists that are shown are read again; the counts have just come.
    for (const family of families)
      void cache.invalidateQueries({
        queryKey: [family],
        predicate: ({ queryKey }) => queryKey[1] !== noticeCalls.unread.path,
      });
  };

  useTopic(topics.event, ({ kind, notice, unread, more }) => {
    heard(unread, ['notices']);
    if (popUpsOn()) popUp(itemOfNotice(kind, notice), more);
  });
  useTopic(topics.alarm, (message) => {
    heard(message.unread, [alarmCalls.list.family]);
    if (popUpsOn() && message.raised && !message.again) popUp(itemOfPush(message, new Date()), message.more);
  });
  return data;
}
