import { figureSteps, workOrderFigureCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { dayEnd, dayStart } from '../../kit/format/days.ts';
import { readerZone } from '../../kit/format/reader.ts';
import { useAddress } from '../../kit/list/use-address.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useCompanyChoices, useSeesCompanies } from '../../shared/company-filter/use-company-choices.ts';
import { PeriodControls } from '../../shared/statistics/period-fields.tsx';
import { usePeriod } from '../../shared/statistics/use-period.ts';
import { saveFigures } from './figure-csv.ts';
import { FigureReport } from './figure-report.tsx';
import { tableGroups } from './figure-table.tsx';
import './work-order-figures.css';

/** How soon orders are answered and robots repaired, and whether repairs last. */
export function WorkOrderFiguresPage() {
  const { t } = useTranslation('work-order-figures');
  const selection = usePeriod();
  const { from: first, to: last, companyId } = selection.filter;
  const [byName] = useAddress('by');
  const [stepName] = useAddress('steps');
  const by = tableGroups.find((group) => group === byName) ?? 'code';
  const step = figureSteps.find((it) => it === stepName) ?? (selection.step === 'month' ? 'month' : 'week');
  const search = { from: dayStart(first), to: dayEnd(last), ...(companyId && { companyId }) };
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(workOrderFigureCalls.figures, { ...search, by, step, timezone: readerZone() }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const content = () => {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    if (data.total.orders === 0) return <Empty icon="check" title={t('none')} hint={t('noneHint')} />;
    return <FigureReport report={data} by={by} step={step} search={search} />;
  };
  return (
    <section className="order-figures" aria-busy={isFetching}>
      <header className="sl-page-head">
        <div>
          <h1>{t('title')}</h1>
          <p className="order-figures-note">{t('note')}</p>
        </div>
        {data && (
          <Button icon="download" onClick={() => saveFigures(data, `work-order-figures-${first}-${last}`)}>
            {t('save')}
          </Button>
        )}
      </header>
      <div className="statistics-filters" role="search">
        <PeriodControls selection={selection} />
        <CompanySelect value={companyId} onChange={(next) => selection.set({ companyId: next })} />
      </div>
      {content()}
    </section>
  );
}

interface CompanySelectProps {
  value: string | undefined;
  onChange: (companyId: string | undefined) => void;
}

/** The orders of one company. Hidden from a user who sees one company only. */
function CompanySelect({ value, onChange }: CompanySelectProps) {
  const { t } = useTranslation('work-order-figures');
  const { options, search } = useCompanyChoices();
  if (!useSeesCompanies()) return null;
  return (
    <Select
      aria-label={t('by.company')}
      placeholder={t('by.company')}
      className="sl-filter"
      allowClear
      popupMatchSelectWidth={false}
      value={value ?? null}
      onChange={(next: string | null) => onChange(next ?? undefined)}
      options={options}
      showSearch={{ onSearch: search, filterOption: false }}
    />
  );
}
