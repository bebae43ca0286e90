import { pages, type NetworkCard } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatBytes, formatDate, unknown } from '../../../kit/format/format.ts';
import { Level } from '../../../kit/ui/level.tsx';
import { CardMark } from './card-mark.tsx';
import { shareOf, toneOf } from './card-share.ts';

export function useCardColumns(onOpen: (id: string) => void): Column<NetworkCard>[] {
  const { t } = useTranslation('stock/network-cards');
  return useMemo(() => {
    const remaining = ({ monthlyBytes, usedBytes }: NetworkCard) =>
      monthlyBytes === null || usedBytes === null ? null : Math.max(0, monthlyBytes - usedBytes);
    const usual: Column<NetworkCard>[] = [
      {
        key: 'iccid',
        title: t('iccid'),
        sort: 'iccid',
        width: '22%',
        cell: ({ id, iccid, operator }) => (
          <button type="button" className="card-name" onClick={() => onOpen(id)}>
            <span>{iccid}</span>
            <small>{operator || unknown}</small>
          </button>
        ),
      },
      { key: 'status', title: t('status'), cell: (row) => <CardMark card={row} /> },
      {
        key: 'device',
        title: t('device'),
        cell: ({ device }) =>
          device ? <Link to={pages.device({ id: device.id })}>{device.nickname}</Link> : unknown,
      },
      {
        key: 'used',
        title: t('used'),
        sort: 'usedBytes',
        cell: (row) => (
          <span className="card-used">
            <Level label={t('used')} value={shareOf(row)} tone={toneOf(row)} />
            <small>{formatBytes(row.usedBytes)}</small>
          </span>
        ),
      },
      { key: 'left', title: t('remaining'), numeric: true, cell: (row) => formatBytes(remaining(row)) },
      { key: 'expires', title: t('expires'), sort: 'expiresAt', cell: (row) => formatDate(row.expiresAt) },
      { key: 'told', title: t('toldAt'), cell: ({ toldAt }) => <Ago at={toldAt} /> },
    ];
    const rare: Column<NetworkCard>[] = [
      { key: 'company', title: t('company'), cell: (row) => row.companyName },
      { key: 'package', title: t('package'), cell: (row) => row.packageType || unknown },
      { key: 'monthly', title: t('monthly'), numeric: true, cell: (row) => formatBytes(row.monthlyBytes) },
      { key: 'why', title: t('suspendedBecause'), cell: (row) => row.suspendedBecause || unknown },
      {
        key: 'activated',
        title: t('activated'),
        sort: 'activatedAt',
        cell: (row) => formatDate(row.activatedAt),
      },
      { key: 'remark', title: t('remark'), cell: (row) => row.remark || unknown },
    ];
    return [...usual, ...rare.map((column) => ({ ...column, hidden: true }))];
  }, [t, onOpen]);
}
