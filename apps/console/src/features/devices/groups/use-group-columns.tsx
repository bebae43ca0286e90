import { pages, type DeviceGroup } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { ModelCounts } from './model-counts.tsx';
import { OnlineShare } from './online-share.tsx';

export function useGroupColumns(): Column<DeviceGroup>[] {
  const { t } = useTranslation('devices/groups');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        sort: 'name',
        width: '28%',
        cell: ({ id, name, remark }) => (
          <>
            <Link className="sl-identity" to={pages.deviceGroup({ id })} title={name}>
              {name}
            </Link>
            <small>{remark}</small>
          </>
        ),
      },
      {
        key: 'total',
        title: t('devices'),
        sort: 'total',
        numeric: true,
        width: '100px',
        cell: ({ total }) => <Figure value={formatNumber(total)} formula={t('totalFormula')} />,
      },
      { key: 'online', title: t('online'), cell: (group) => <OnlineShare group={group} /> },
      { key: 'models', title: t('models'), cell: (group) => <ModelCounts group={group} /> },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'updated',
        title: t('changed'),
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}
