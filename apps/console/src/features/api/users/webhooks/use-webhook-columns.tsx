import type { Webhook } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatTime } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { WebhookMark } from './webhook-marks.tsx';
import { webhookName } from './webhook-name.ts';

export function useWebhookColumns(): Column<Webhook>[] {
  const { t } = useTranslation('api/users/webhooks');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        cell: (row) => (
          <>
            <span className="sl-identity">{webhookName(row)}</span>
            <small>{row.url}</small>
          </>
        ),
      },
      { key: 'state', title: t('state'), width: '220px', cell: (row) => <WebhookMark webhook={row} /> },
      {
        key: 'events',
        title: t('events'),
        width: '150px',
        cell: ({ events, mode }) => (
          <>
            <span title={events.join(', ')}>{t('eventCount', { count: events.length })}</span>
            <small>{t(`modes.${mode}`)}</small>
          </>
        ),
      },
      {
        key: 'lastSuccess',
        title: t('lastSuccess'),
        cell: ({ lastSuccessAt, formerUntil }) => (
          <>
            <Ago at={lastSuccessAt} />
            {formerUntil && Date.parse(formerUntil) > Date.now() && (
              <small>{t('formerUntil', { when: formatTime(formerUntil) })}</small>
            )}
          </>
        ),
      },
      {
        key: 'waiting',
        title: t('waiting'),
        width: '100px',
        numeric: true,
        cell: ({ waiting }) => formatNumber(waiting),
      },
      {
        key: 'created',
        title: t('created'),
        hidden: true,
        cell: ({ createdAt, createdBy }) => <AgoBy at={createdAt} by={createdBy} />,
      },
    ],
    [t],
  );
}
