import { pages, type Agreement } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';
import { regionName } from './region-names.ts';

export function useAgreementColumns(): Column<Agreement>[] {
  const { t } = useTranslation('knowledge/agreements');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '28%',
        cell: ({ id, title, kind }) => (
          <>
            <Link to={pages.agreement({ id })}>{title}</Link>
            <small>{t(`kind.${kind}`)}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '150px',
        cell: ({ state }) => <ReleaseMark state={state} />,
      },
      {
        key: 'number',
        title: t('number'),
        sort: 'number',
        numeric: true,
        cell: ({ number }) => (number === null ? unknown : formatNumber(number)),
      },
      {
        key: 'validFrom',
        title: t('validFrom'),
        sort: 'validFrom',
        cell: ({ validFrom }) => (validFrom ? formatTime(validFrom) : unknown),
      },
      {
        key: 'material',
        title: t('effectTitle'),
        cell: ({ isMaterial }) => t(isMaterial ? 'isMaterial' : 'isNotice'),
      },
      {
        key: 'region',
        title: t('region'),
        cell: ({ region }) => (region === '' ? t('everywhere') : regionName(region)),
      },
      {
        key: 'audience',
        title: t('audienceTitle'),
        cell: ({ audiences }) => audiences.map((one) => t(`audience.${one}`)).join(' · '),
      },
      {
        key: 'accepted',
        title: t('accepted'),
        numeric: true,
        cell: ({ accepted }) => formatNumber(accepted),
      },
      {
        key: 'updated',
        title: t('updated'),
        sort: 'updatedAt',
        cell: ({ updatedAt, createdBy }) => <AgoBy at={updatedAt} by={createdBy ?? ''} />,
      },
    ],
    [t],
  );
}
