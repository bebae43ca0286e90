import { pages, type MaintenanceRecord } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatNumber, formatTime } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { recordLooks } from './maintenance-looks.ts';
import { useMaintenanceWords } from './use-maintenance-words.ts';
import { orderNumber } from '../../../shared/work-order-words/order-number.ts';

/** The columns of records: what was done, when, by whom, with which parts. */
export function useRecordColumns({ ofRobot = false } = {}): Column<MaintenanceRecord>[] {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  return useMemo(() => {
    const robot: Column<MaintenanceRecord> = {
      key: 'robot',
      title: t('robot'),
      cell: ({ device, companyName }) => (
        <>
          <Link className="sl-identity" to={pages.device({ id: device.id, tab: 'maintenance' })}>
            {device.name}
          </Link>
          <small>
            {device.sn} · {companyName}
          </small>
        </>
      ),
    };
    const content: Column<MaintenanceRecord> = {
      key: 'content',
      title: t('content'),
      width: '28%',
      cell: (record) => (
        <>
          {t(`types.${record.type}`)}
          <small title={words.content(record)}>{words.content(record)}</small>
        </>
      ),
    };
    return [
      ...(ofRobot ? [content] : [robot, content]),
      {
        key: 'at',
        title: t('time'),
        sort: 'at',
        cell: ({ at, state }) => (
          <time dateTime={at}>{state === 'PLANNED' ? formatDate(at) : formatTime(at)}</time>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        cell: ({ state }) => <StateMark {...recordLooks[state]} word={t(`recordStates.${state}`)} />,
      },
      {
        key: 'parts',
        title: t('usedParts'),
        cell: ({ parts }) =>
          parts.map(({ name, quantity }) => `${formatNumber(quantity)} × ${name}`).join(', ') || '—',
      },
      {
        key: 'order',
        title: t('order'),
        cell: ({ order }) =>
          order ? <Link to={pages.workOrder({ id: order.id })}>{orderNumber(order)}</Link> : '—',
      },
      {
        key: 'by',
        title: t('by'),
        cell: ({ by, source }) => by?.name ?? t(`sources.${source}`),
      },
      ...(ofRobot
        ? []
        : [
            {
              key: 'site',
              title: t('site'),
              hidden: true,
              cell: ({ site }: MaintenanceRecord) => site?.name ?? '—',
            },
          ]),
    ];
  }, [t, words, ofRobot]);
}
