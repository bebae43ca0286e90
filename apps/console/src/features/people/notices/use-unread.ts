import { alarmCalls, noticeCalls, type NoticeKind } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { itemOfAlarm, itemOfNotice, type BellItem } from './bell-item.ts';

const page = { isRead: 0, page: 1, pageSize: 99 } as const;

/** The kinds of notices that the account may read. */
export const kindsOf = (): NoticeKind[] => [
  ...(may(alarmCalls.list.allow) ? (['alarm'] as const) : []),
  ...(may(noticeCalls.deviceList.allow) ? (['device'] as const) : []),
  'system',
];

/** Unread notices of one kind. The queries of the other kinds are disabled. */
export function useUnread(kind: NoticeKind) {
  const system = useQuery({ ...callQuery(noticeCalls.systemList, page), enabled: kind === 'system' });
  const device = useQuery({ ...callQuery(noticeCalls.deviceList, page), enabled: kind === 'device' });
  const alarm = useQuery({
    ...callQuery(alarmCalls.list, { ...page, startTime: '', endTime: '' }),
    enabled: kind === 'alarm',
  });
  const query = { system, device, alarm }[kind];
  const items = (): BellItem[] | undefined =>
    kind === 'alarm'
      ? alarm.data?.list.map(itemOfAlarm)
      : { system, device }[kind].data?.list.map((notice) => itemOfNotice(kind, notice));
  return { items: items(), error: query.error, retry: () => void query.refetch() };
}

const quiet = { done: null, quiet: true, also: ['notices'] };

/** Marks a notice of any kind as read. */
export function useRead(): (item: Pick<BellItem, 'id' | 'kind'>) => void {
  const notice = useAction(noticeCalls.read, quiet);
  const alarm = useAction(alarmCalls.readOne, quiet);
  return ({ id, kind }) => (kind === 'alarm' ? alarm : notice).mutate({ id });
}

/** Marks all notices of a kind as read. The toast offers an undo. */
export function useReadAll(done: string): (kind: NoticeKind) => void {
  const undo = useAction(noticeCalls.undoReadAll, { done: null, also: [alarmCalls.list.family] });
  const marking = (kind: NoticeKind) => ({ done, also: ['notices'], undo: () => undo.mutate({ kind }) });
  const all = {
    system: useAction(noticeCalls.systemReadAll, marking('system')),
    device: useAction(noticeCalls.deviceReadAll, marking('device')),
    alarm: useAction(alarmCalls.readAll, marking('alarm')),
  };
  return (kind) => all[kind].mutate({});
}
