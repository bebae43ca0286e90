import { pages, type BoardPart } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../../../kit/list/column.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { boardFigureNames } from '../board-figures.ts';
import { FigureCell } from '../figure-cell.tsx';
import { useFigureName } from '../use-figure-name.ts';

type Row = BoardPart & { id: string };

/** Water and energy stand in the total only: with them the table is wider than a screen. */
const tableFigures = boardFigureNames.filter((name) => name !== 'waterL' && name !== 'energyWh');

/** Columns of the companies table. A company leads to the companies below it, a site to the board of the site. */
export function useCompanyColumns({ from, to }: { from: string; to: string }): Column<Row>[] {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const figureName = useFigureName();
  return useMemo(() => {
    const nameOf = ({ kind, name }: Row) => name ?? (kind === 'SITE' ? common('noSite') : t('ownPart'));
    const addressOf = ({ kind, key }: Row) =>
      kind === 'COMPANY'
        ? pages.boardCompanies({ from, to, parentId: key })
        : kind === 'SITE' && key !== ''
          ? pages.board({ from, to, siteId: key })
          : null;
    return [
      {
        key: 'name',
        title: t('columns.name'),
        sort: 'name',
        width: '220px',
        cell: (row) => {
          const to = addressOf(row);
          const kind =
            row.kind === 'COMPANY' ? t(`companyTypes.${row.companyType ?? 1}`) : t(`kinds.${row.kind}`);
          return (
            <>
              {to ? (
                <Link to={to} className="sl-identity">
                  {nameOf(row)}
                </Link>
              ) : (
                <span className="sl-identity">{nameOf(row)}</span>
              )}
              <small>{kind}</small>
            </>
          );
        },
      },
      {
        key: 'robots',
        title: t('columns.robotsInUse'),
        sort: 'robots',
        numeric: true,
        cell: ({ robots }) => <Figure value={formatNumber(robots)} formula={t('formulas.robotsInUse')} />,
      },
      ...tableFigures.map((name): Column<Row> => ({
        key: name,
        title: figureName(name),
        sort: name,
        numeric: true,
        cell: ({ figures, before }) => <FigureCell name={name} figures={figures} before={before} />,
      })),
    ];
  }, [t, common, figureName, from, to]);
}
