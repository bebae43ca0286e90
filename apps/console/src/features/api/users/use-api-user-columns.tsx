import { pages, type ApiUser } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatDate, formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { ApiUserStateMark } from './api-user-state.tsx';

export function useApiUserColumns(): Column<ApiUser>[] {
  const { t } = useTranslation('api/users');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        cell: ({ id, name, companyName }) => (
          <>
            <Link className="sl-identity" to={pages.apiUser({ id })}>
              {name}
            </Link>
            <small>{companyName}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        width: '120px',
        cell: ({ state }) => <ApiUserStateMark state={state} />,
      },
      {
        key: 'contact',
        title: t('contact'),
        cell: ({ contactName, contactEmail }) => (
          <>
            <span>{contactName || unknown}</span>
            <small>{contactEmail}</small>
          </>
        ),
      },
      {
        key: 'validity',
        title: t('validity'),
        width: '210px',
        cell: ({ validFrom, validUntil }) => `${formatDate(validFrom)} – ${formatDate(validUntil)}`,
      },
      {
        key: 'limits',
        title: t('limits'),
        width: '150px',
        cell: ({ callsPerDay, callsPerSecond }) => (
          <>
            <span>{t('perDay', { calls: formatNumber(callsPerDay) })}</span>
            <small>{t('perSecond', { calls: formatNumber(callsPerSecond) })}</small>
          </>
        ),
      },
      {
        key: 'addresses',
        title: t('whitelist'),
        width: '130px',
        cell: ({ addresses }) =>
          addresses.length === 0 ? t('everyAddress') : t('entries', { count: addresses.length }),
      },
      { key: 'keys', title: t('keys'), width: '80px', numeric: true, cell: ({ keys }) => formatNumber(keys) },
      { key: 'lastUsed', title: t('lastUsed'), cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
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
