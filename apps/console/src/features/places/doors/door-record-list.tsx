import { doorActs, doorRecordCalls, type DoorRecord } from '@sweepline/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatTimeExact } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { useDoorsLive } from './use-doors-live.ts';

const secondsOpen = ({ openedAt, closedAt }: DoorRecord) =>
  openedAt && closedAt ? (Date.parse(closedAt) - Date.parse(openedAt)) / 1000 : null;

function useRecordColumns(): Column<DoorRecord>[] {
  const { t } = useTranslation('places/doors');
  return useMemo(
    () => [
      {
        key: 'requestedAt',
        title: t('time'),
        width: '18%',
        cell: ({ requestedAt }) => formatTimeExact(requestedAt),
      },
      {
        key: 'door',
        title: t('door'),
        cell: ({ doorName, siteName }) => (
          <>
            <span>{doorName}</span>
            <small>{siteName}</small>
          </>
        ),
      },
      { key: 'act', title: t('act'), cell: ({ act }) => t(`acts.${act}`) },
      {
        key: 'by',
        title: t('by'),
        cell: ({ by, reason }) => (
          <>
            <span>{by}</span>
            <small>{reason}</small>
          </>
        ),
      },
      {
        key: 'outcome',
        title: t('outcome'),
        cell: ({ outcome, detail }) => (
          <>
            <span>{outcome ? t(`outcomes.${outcome}`) : t('underWay')}</span>
            <small>{detail}</small>
          </>
        ),
      },
      {
        key: 'open',
        title: t('stoodOpen'),
        numeric: true,
        cell: (record) => formatDuration(secondsOpen(record)),
      },
    ],
    [t],
  );
}

/** Who opened and closed doors, why, and what came of it. */
export function DoorRecordList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('places/doors');
  const list = useList(doorRecordCalls.list);
  useDoorsLive();
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={useRecordColumns()}
      above={tabs}
      filters={
        <>
          <SearchFilter placeholder={t('searchRecords')} />
          <ChoiceFilter
            name="act"
            label={t('act')}
            options={doorActs.map((value) => ({ value, label: t(`acts.${value}`) }))}
          />
          <PeriodFilter />
        </>
      }
      actions={
        <MonthExportButton
          call={doorRecordCalls.export}
          filters={list.filters}
          input={({ from, to }) => {
            const { keyword, doorId, act } = list.filters;
            return { keyword, doorId, act, from, to };
          }}
          title={t('exportTitle')}
          name="door-records"
        />
      }
      empty={<Empty icon="seen" title={t('noRecords')} hint={t('noRecordsHint')} />}
    />
  );
}
