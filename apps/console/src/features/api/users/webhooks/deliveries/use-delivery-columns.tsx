import type { WebhookDelivery } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../../kit/format/ago.tsx';
import { formatNumber, formatTime, unknown } from '../../../../../kit/format/format.ts';
import type { Column } from '../../../../../kit/list/column.ts';
import { DeliveryMark, useOutcomeText } from '../webhook-marks.tsx';

/** `nameOf` is the name of a webhook by its id. */
export function useDeliveryColumns(
  nameOf: (id: string) => string | undefined,
  open: (id: string) => void,
): Column<WebhookDelivery>[] {
  const { t } = useTranslation('api/users/webhooks');
  const outcomeText = useOutcomeText();
  return useMemo(
    () => [
      {
        key: 'type',
        title: t('type'),
        cell: ({ id, type }) => (
          <>
            <button type="button" className="sl-identity api-row-name" onClick={() => open(id)}>
              {t(`names.${type}`)}
            </button>
            <small>{type}</small>
          </>
        ),
      },
      { key: 'at', title: t('at'), width: '170px', cell: ({ at }) => formatTime(at) },
      {
        key: 'webhook',
        title: t('webhook'),
        cell: ({ webhookId }) => nameOf(webhookId) ?? unknown,
      },
      {
        key: 'state',
        title: t('state'),
        width: '240px',
        cell: ({ state, status, failure }) => (
          <>
            <DeliveryMark state={state} />
            <small>{outcomeText(status, failure)}</small>
          </>
        ),
      },
      {
        key: 'attempts',
        title: t('attempts'),
        width: '90px',
        numeric: true,
        cell: ({ attempts }) => formatNumber(attempts),
      },
      { key: 'last', title: t('lastAttempt'), cell: ({ lastAttemptAt }) => <Ago at={lastAttemptAt} /> },
      {
        key: 'next',
        title: t('nextAttempt'),
        cell: ({ nextAt }) => (nextAt ? formatTime(nextAt) : unknown),
      },
    ],
    [t, nameOf, open, outcomeText],
  );
}
