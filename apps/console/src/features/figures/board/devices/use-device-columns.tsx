import { boardDeviceSorts, pages, type BoardDevice } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { boardFigureNames, type BoardFigureName } from '../board-figures.ts';
import { FigureCell } from '../figure-cell.tsx';
import { useFigureName } from '../use-figure-name.ts';

/** The name of a figure as the call sorts by it; undefined where it does not. */
const sortOf = (name: BoardFigureName) =>
  boardDeviceSorts.find((sort) => sort === (name === 'completion' ? 'starts' : name));

const rare: readonly BoardFigureName[] = ['m2PerHour', 'waterL', 'energyWh', 'reports'];

/** Columns of the robots table. Each robot leads to its own board. */
export function useDeviceColumns({ from, to }: { from: string; to: string }): Column<BoardDevice>[] {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const figureName = useFigureName();
  return useMemo(
    () => [
      {
        key: 'nickname',
        title: t('columns.device'),
        sort: 'nickname',
        width: '200px',
        cell: ({ id, nickname, sn, model }) => (
          <>
            <Link to={pages.boardDevice({ id, from, to })} className="sl-identity">
              {nickname || sn}
            </Link>
            <small>
              {sn} · {model}
            </small>
          </>
        ),
      },
      {
        key: 'site',
        title: common('splits.site'),
        cell: ({ site, companyName }) => (
          <>
            {site?.name ?? common('noSite')} <small>{companyName}</small>
          </>
        ),
      },
      {
        key: 'group',
        title: t('columns.group'),
        hidden: true,
        cell: ({ group }) => group?.name ?? '',
      },
      ...boardFigureNames.map((name): Column<BoardDevice> => {
        const sort = sortOf(name);
        return {
          key: name,
          title: figureName(name),
          ...(sort && { sort }),
          numeric: true,
          hidden: rare.includes(name),
          cell: ({ figures }) => <FigureCell name={name} figures={figures} />,
        };
      }),
      {
        key: 'lastReportAt',
        title: t('columns.lastReport'),
        sort: 'lastReportAt',
        cell: ({ lastReportAt, idleDays }) => (
          <>
            <Ago at={lastReportAt} />
            {idleDays !== null && idleDays > 0 && <small>{t('idleDays', { count: idleDays })}</small>}
          </>
        ),
      },
    ],
    [t, common, figureName, from, to],
  );
}
