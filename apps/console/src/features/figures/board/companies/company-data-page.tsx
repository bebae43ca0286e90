import { boardFigureCalls, type BoardPart } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeExact } from '../../../../kit/format/format.ts';
import { DataTable } from '../../../../kit/list/data-table.tsx';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';
import '../../../../kit/list/list-page.css';
import { useFittingColumns } from '../../../../kit/list/use-columns.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { PeriodFields } from '../../../../shared/statistics/period-fields.tsx';
import { SiteDaysNote } from '../../../../shared/statistics/site-days-note.tsx';
import { usePeriod } from '../../../../shared/statistics/use-period.ts';
import { boardFigureNames, valueOf } from '../board-figures.ts';
import { useBoardQuery } from '../use-board-query.ts';
import { CompanyPath } from './company-path.tsx';
import { CompanySum } from './company-sum.tsx';
import { useCompanyColumns } from './use-company-columns.tsx';
import '../data-board.css';

type Row = BoardPart & { id: string };

/** Sorted by a figure, unknown values last; by default the largest cleaned area first. */
function sorted(rows: readonly Row[], sort: string): Row[] {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  if (field === 'name') return rows.toSorted((a, b) => sign * (a.name ?? '').localeCompare(b.name ?? ''));
  const name = boardFigureNames.find((figure) => figure === field);
  const order = (row: Row) => (name ? valueOf(row.figures, name) : row.robots);
  return rows.toSorted((a, b) => {
    const [left, right] = [order(a), order(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

/** The companies below one, or the sites of a customer, by their figures of a period. The rows add up to the total above them. */
export function CompanyDataPage() {
  const { t } = useTranslation('figures/board');
  const selection = usePeriod();
  const { from, to } = selection.filter;
  const [parentId] = useAddress('parentId');
  const input = { ...selection.days, ...(parentId && { parentId }) };
  const { data, error, refetch, isFetching } = useBoardQuery(boardFigureCalls.companies, input);
  return (
    <article className="board-page" aria-busy={isFetching}>
      <header className="sl-page-head">
        <h1>{t('companiesTitle')}</h1>
        <div className="sl-page-actions">
          <ExportButton call={boardFigureCalls.exportCompanies} input={input} name="companies" words />
        </div>
      </header>
      <PeriodFields selection={selection} />
      <SiteDaysNote selection={selection} />
      {data && <CompanyPath path={data.path} from={from} to={to} />}
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data && <CompanySum sum={data.sum} />}
      {data && <CompanyTable parts={data.parts} from={from} to={to} />}
      {data && <p className="board-note">{t('computedAt', { at: formatTimeExact(data.computedAt) })}</p>}
    </article>
  );
}

interface TableProps {
  parts: readonly BoardPart[];
  from: string;
  to: string;
}

function CompanyTable({ parts, from, to }: TableProps) {
  const { t } = useTranslation('figures/board');
  const [sort, setSort] = useAddress('sort', '-cleanedM2');
  const columns = useCompanyColumns({ from, to });
  const rows = useMemo(
    () =>
      sorted(
        parts.map((part) => ({ ...part, id: `${part.kind}${part.key}` })),
        sort,
      ),
    [parts, sort],
  );
  const { measure, fitting } = useFittingColumns(columns, rows, false);
  if (rows.length === 0)
    return <Empty icon="building" title={t('empty.companies')} hint={t('empty.companiesHint')} />;
  return (
    <div className="sl-list-rows" ref={measure}>
      <DataTable label={t('companiesTitle')} rows={rows} columns={fitting} sort={sort} onSort={setSort} />
    </div>
  );
}
