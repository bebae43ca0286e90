import type { NoticeKind } from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatTime, unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { List } from '../../../kit/list/use-list.ts';
import { withPeriod } from '../../../kit/list/filter/with-period.ts';
import type { BellItem } from './bell-item.ts';
import { BellGlyph, BellWords } from './bell-words.tsx';
import { useRead, useReadAll } from './use-unread.ts';

export interface NoticeRow extends BellItem {
  isRead: boolean;
  /** Whether the alarm is cleared. */
  over: boolean;
}

interface Filters {
  isRead?: number;
  deviceId?: string;
}

interface Props<F> {
  kind: NoticeKind;
  list: List<NoticeRow, F>;
}

/** Table of the notices of one kind, with its filters and actions. */
export function NoticeTable<F extends object>({ kind, list }: Props<F>) {
  const { t } = useTranslation('people/notices');
  const read = useRead();
  const readAll = useReadAll(t('markedAll'));
  const columns = useColumns(kind, read);
  const rowActions = useCallback(
    (row: NoticeRow) =>
      row.isRead ? null : (
        <Button look="quiet" icon="check" aria-label={t('markRead')} onClick={() => read(row)} />
      ),
    [t, read],
  );
  return (
    <ListPage
      title={t(`titles.${kind}`)}
      list={withPeriod(list)}
      columns={columns}
      rowActions={rowActions}
      filters={
        <>
          <ChoiceFilter
            name="isRead"
            label={t('standing')}
            options={[
              { value: 0, label: t('unread') },
              { value: 1, label: t('read') },
            ]}
          />
          {kind !== 'system' && <DeviceFilter chosen={(list.filters as Filters).deviceId} />}
          <PeriodFilter />
        </>
      }
      actions={
        <Button icon="check" onClick={() => readAll(kind)}>
          {t('markAll')}
        </Button>
      }
      empty={<Empty icon="bell" title={t('nothing')} hint={t(`hints.${kind}`)} />}
    />
  );
}

function DeviceFilter({ chosen }: { chosen: string | undefined }) {
  const { t } = useTranslation('people/notices');
  const { options, search } = useDeviceChoices(chosen);
  return <ChoiceFilter name="deviceId" label={t('device')} options={options} onSearch={search} />;
}

function useColumns(kind: NoticeKind, read: (item: BellItem) => void): Column<NoticeRow>[] {
  const { t } = useTranslation('people/notices');
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('notice'),
        cell: (row) => (
          <span className={row.isRead ? 'notice-what' : 'notice-what notice-unread'}>
            <BellGlyph {...row} />
            {row.address ? (
              <Link to={row.address} onClick={() => row.isRead || read(row)}>
                <BellWords {...row} />
              </Link>
            ) : (
              <BellWords {...row} />
            )}
          </span>
        ),
      },
      ...(kind === 'alarm'
        ? [
            {
              key: 'level',
              title: t('severity'),
              width: '110px',
              cell: ({ level }: NoticeRow) => t('level', { level }),
            },
            {
              key: 'standing',
              title: t('state'),
              width: '130px',
              cell: ({ over }: NoticeRow) => (
                <StateMark
                  tone={over ? 'quiet' : 'waiting'}
                  icon={over ? 'check' : 'alert'}
                  word={t(over ? 'over' : 'open')}
                />
              ),
            },
          ]
        : []),
      ...(kind === 'system'
        ? []
        : [
            {
              key: 'device',
              title: t('device'),
              width: '200px',
              cell: ({ deviceName }: NoticeRow) => deviceName || unknown,
            },
          ]),
      { key: 'ago', title: t('when'), width: '130px', cell: ({ at }) => <Ago at={at} /> },
      { key: 'at', title: t('time'), width: '190px', hidden: true, cell: ({ at }) => formatTime(at) },
    ],
    [t, kind, read],
  );
}
