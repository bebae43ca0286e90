import { alarmCalls, noticeCalls, type NoticeKind } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { itemOfAlarm, itemOfNotice, type BellItem } from './bell-item.ts';

const page = { isRead: 0, page: 1, pageSize: 99 } as const;

/** The kinds this person is told of. */
export const kindsOf = (): NoticeKind[] => [
  ...(may(alarmCalls.list.allow) ? (['alarm'] as const) : []),
  ...(may(noticeCalls.deviceList.allow) ? (['device'] as const) : []),
  'system',
];

/** Unread of one kind; only the kind that is shown is read. */
export function useUnread(kind: NoticeKind) {
  const system = useQuery({ ...reading(noticeCalls.systemList, page), enabled: kind === 'system' });
  const device = useQuery({ ...reading(noticeCalls.deviceList, page), enabled: kind === 'device' });
  const alarm = useQuery({
    ...reading(alarmCalls.list, { ...page, startTime: '', endTime: '' }),
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

/** Reads one, whatever its kind. */
export function useRead(): (item: Pick<BellItem, 'id' | 'kind'>) => void {
  const notice = useAction(noticeCalls.read, quiet);
  const alarm = useAction(alarmCalls.readOne, quiet);
  return ({ id, kind }) => (kind === 'alarm' ? alarm : notice).mutate({ id });
}

/** Reads all of a kind; the toast takes it back. */
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
