import { alarmCalls, noticeCalls, noticeKinds, type NoticeKind } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList, type List } from '../../../kit/list/use-list.ts';
import { itemOfAlarm, itemOfNotice, type BellItem } from './bell-item.ts';
import { NoticeTable, type NoticeRow } from './notice-table.tsx';
import { kindsOf } from './use-unread.ts';
import './notices.css';

/** All notices of a kind, read and unread. */
export function NoticeListPage() {
  const { t } = useTranslation('people/notices');
  const kinds = kindsOf();
  const [requested, setKind] = useAddress('kind', kinds[0]);
  const kind = kinds.find((value) => value === requested) ?? 'system';
  return (
    <div className="notice-page">
      <Tabs
        label={t('lists')}
        value={kind}
        options={kinds.map((value) => ({ value, text: t(`kinds.${value}`) }))}
        onChange={(next) => setKind(noticeKinds.find((value) => value === next) ?? 'system')}
      />
      {kind === 'alarm' ? <AlarmTable /> : <NoticesOf key={kind} kind={kind} />}
    </div>
  );
}

const rowOf = (item: BellItem, isRead: 0 | 1, clearedAt: string | null = null): NoticeRow => ({
  ...item,
  isRead: isRead === 1,
  over: clearedAt !== null,
});

/** Replaces the rows of a list by the common rows of the table. */
const withRows = <R, F>(list: List<R, F>, rows: NoticeRow[]): List<NoticeRow, F> => ({ ...list, rows });

function NoticesOf({ kind }: { kind: Exclude<NoticeKind, 'alarm'> }) {
  const list = useList(kind === 'system' ? noticeCalls.systemList : noticeCalls.deviceList);
  const { rows } = list;
  const tableRows = useMemo(
    () => rows.map((notice) => rowOf(itemOfNotice(kind, notice), notice.isRead)),
    [rows, kind],
  );
  return <NoticeTable kind={kind} list={withRows(list, tableRows)} />;
}

function AlarmTable() {
  const list = useList(alarmCalls.list);
  const { rows } = list;
  const tableRows = useMemo(
    () => rows.map((alarm) => rowOf(itemOfAlarm(alarm), alarm.isRead, alarm.clearedAt)),
    [rows],
  );
  return <NoticeTable kind="alarm" list={withRows(list, tableRows)} />;
}
