import type { ListedEvent } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTimeExact, unknown } from '../../../../../kit/format/format.ts';
import type { Column } from '../../../../../kit/list/column.ts';

export function useEventColumns(open: (event: ListedEvent) => void): Column<ListedEvent>[] {
  const { t } = useTranslation('api/users/webhooks');
  return useMemo(
    () => [
      {
        key: 'type',
        title: t('type'),
        cell: (row) => (
          <>
            <button type="button" className="sl-identity api-row-name" onClick={() => open(row)}>
              {t(`names.${row.type}`)}
            </button>
            <small>{row.type}</small>
          </>
        ),
      },
      { key: 'at', title: t('at'), width: '190px', cell: ({ at }) => formatTimeExact(at) },
      { key: 'robot', title: t('robot'), cell: ({ robotName }) => robotName ?? unknown },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'position',
        title: t('position'),
        width: '110px',
        numeric: true,
        cell: ({ position }) => formatNumber(position),
      },
    ],
    [t, open],
  );
}
