import { figureSteps, workOrderFigureCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { dayEnd, dayStart } from '../../../kit/format/days.ts';
import { readerZone } from '../../../kit/format/reader.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { CompanySelect } from '../../../shared/company-filter/company-select.tsx';
import { PeriodControls } from '../../../shared/statistics/period-fields.tsx';
import { usePeriod } from '../../../shared/statistics/use-period.ts';
import { saveFigures } from './figure-csv.ts';
import { FigureReport } from './figure-report.tsx';
import { tableGroups } from './figure-table.tsx';
import './work-order-figures.css';

/** How soon orders are answered and robots repaired, and whether repairs last. */
export function WorkOrderFiguresPage() {
  const { t } = useTranslation('service/figures');
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
    <OverviewPage
      title={t('title')}
      note={t('note')}
      busy={isFetching}
      actions={
        data && (
          <Button icon="download" onClick={() => saveFigures(data, `work-order-figures-${first}-${last}`)}>
            {t('save')}
          </Button>
        )
      }
    >
      <div className="statistics-filters" role="search">
        <PeriodControls selection={selection} />
        <CompanySelect
          label={t('by.company')}
          value={companyId}
          onChange={(next) => selection.set({ companyId: next })}
        />
      </div>
      {content()}
    </OverviewPage>
  );
}
