import { boardFigureCalls, pages, type BoardPart } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, formatTimeExact } from '../../../kit/format/format.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { ExportButton } from '../../../kit/list/export-button.tsx';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import '../../../kit/list/list-page.css';
import { useAddress } from '../../../kit/list/use-address.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { PeriodFields } from '../../../shared/statistics/period-fields.tsx';
import { usePeriod } from '../../../shared/statistics/use-period.ts';
import { boardFigureNames, valueOf, type BoardFigureName } from '../board-figures.ts';
import { FigureCell } from '../figure-cell.tsx';
import { useFigureName } from '../use-figure-name.ts';
import { useBoardQuery } from '../use-board-query.ts';
import { useCompanyColumns } from './use-company-columns.tsx';
import '../data-board.css';

type Row = BoardPart & { id: string };

/** Sorted by a figure, unknown values last; by default the largest cleaned area first. */
function sorted(rows: readonly Row[], sort: string): Row[] {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  if (field === 'name') return rows.toSorted((a, b) => sign * (a.name ?? '').localeCompare(b.name ?? ''));
  const name = boardFigureNames.find((figure) => figure === field);
  const order = (row: Row) => (name ? valueOf(row.figures, name as BoardFigureName) : row.robots);
  return rows.toSorted((a, b) => {
    const [left, right] = [order(a), order(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

/** The companies below one, or the sites of a customer, by their figures of a period. The rows add up to the total above them. */
export function CompanyDataPage() {
  const { t } = useTranslation('data-board');
  const nameOf = useFigureName();
  const selection = usePeriod();
  const { from, to } = selection.filter;
  const [parentId] = useAddress('parentId');
  const [sort, setSort] = useAddress('sort', '-cleanedM2');
  const input = { from, to, ...(parentId && { parentId }) };
  const { data, error, refetch, isFetching } = useBoardQuery(boardFigureCalls.companies, input);
  const rows = useMemo(
    () =>
      sorted(
        (data?.parts ?? []).map((part) => ({ ...part, id: `${part.kind}${part.key}` })),
        sort,
      ),
    [data, sort],
  );
  const columns = useCompanyColumns({ from, to });
  const content = () => {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    return (
      <>
        <dl className="board-sum" aria-label={t('sum')}>
          <div>
            <dt>{t('columns.robots')}</dt>
            <dd>{formatNumber(data.sum.robots)}</dd>
          </div>
          {boardFigureNames.map((name) => (
            <div key={name}>
              <dt>{nameOf(name)}</dt>
              <dd>
                <FigureCell name={name} figures={data.sum.figures} before={data.sum.before} />
              </dd>
            </div>
          ))}
        </dl>
        {rows.length === 0 ? (
          <Empty icon="building" title={t('empty.companies')} hint={t('empty.companiesHint')} />
        ) : (
          <div className="sl-list-rows" ref={keyboardScroll}>
            <DataTable
              label={t('companiesTitle')}
              rows={rows}
              columns={columns}
              sort={sort}
              onSort={setSort}
            />
          </div>
        )}
        <p className="board-note">{t('computedAt', { at: formatTimeExact(data.computedAt) })}</p>
      </>
    );
  };
  return (
    <article className="board-page" aria-busy={isFetching}>
      <header className="sl-page-head">
        <h1>{t('companiesTitle')}</h1>
        <div className="sl-page-actions">
          <ExportButton call={boardFigureCalls.exportCompanies} input={input} name="companies" words />
        </div>
      </header>
      <PeriodFields selection={selection} />
      {data && data.path.length > 0 && (
        <nav className="board-path" aria-label={t('path')}>
          {data.path.map(({ id, name }, i) =>
            i === data.path.length - 1 ? (
              <strong key={id} aria-current="page">
                {name}
              </strong>
            ) : (
              <Link key={id} to={pages.boardCompanies({ from, to, parentId: id })}>
                {name}
              </Link>
            ),
          )}
        </nav>
      )}
      {content()}
    </article>
  );
}
