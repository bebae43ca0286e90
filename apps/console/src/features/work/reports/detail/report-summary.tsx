import { reportFigureCalls, type Output, type reportCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatNumber, formatRate, formatShare, unknown } from '../../../../kit/format/format.ts';
import { formatHours } from '../../../../kit/format/format-hours.ts';
import { changeOf, formatChange } from '../../../../kit/format/format-change.ts';
import { StepChart } from './step-chart.tsx';
import './report-figures.css';
import { ZonesNote } from '../../../../shared/statistics/site-days-note.tsx';
import { formatDay } from '../../../../kit/format/format-day.ts';

type Summary = Output<typeof reportFigureCalls.summary>;
type Name = 'cleanedM2' | 'coverage' | 'cleaningSeconds' | 'm2PerHour';

const totals = [
  { name: 'cleanedM2', label: 'cleaned', write: formatArea, formula: 'filterSum' },
  {
    name: 'coverage',
    label: 'coverage',
    write: (v: number | null) => formatShare(v, 1),
    formula: 'filterCoverage',
  },
  { name: 'cleaningSeconds', label: 'cleaningTime', write: formatHours, formula: 'filterSum' },
  { name: 'm2PerHour', label: 'rate', write: formatRate, formula: 'rateFormula' },
] as const satisfies readonly {
  name: Name;
  label: string;
  write: (v: number | null) => string;
  formula: string;
}[];

interface Props {
  filters: Partial<Sent<typeof reportCalls.list>>;
}

/** The totals of the filtered reports, compared with the period before, and the cleaned area over time. */
export function ReportSummary({ filters }: Props) {
  const { t } = useTranslation('work/reports');
  const { data, isPending } = useQuery({
    ...callQuery(reportFigureCalls.summary, onlyFilters(filters)),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (isPending) return <SummaryRoom />;
  if (!data || data.now.reports + data.before.reports === 0) return null;
  return (
    <section className="report-summary" aria-label={t('thisPeriod')}>
      <p className="report-summary-span">
        {filters.from ? t('spanOf', { from: formatDay(data.from), to: formatDay(data.to) }) : t('lastDays')}
        {' · '}
        {t('reportCount')} {formatNumber(data.now.reports)}
        {data.now.leftOut > 0 && ` · ${t('leftOut', { count: data.now.leftOut })}`}{' '}
        <ZonesNote zones={data.zones} />
      </p>
      <dl className="report-figures">
        {totals.map(({ name, label, write, formula }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>
              <Figure value={write(data.now[name])} formula={t(formula)} />
              <Change summary={data} name={name} write={write} />
            </dd>
          </div>
        ))}
      </dl>
      <StepChart steps={data.steps} />
    </section>
  );
}

/** The room of the summary while it is read, so that the list below does not move. */
function SummaryRoom() {
  const { t } = useTranslation('work/reports');
  return (
    <section className="report-summary report-summary-room" aria-busy="true" aria-label={t('thisPeriod')}>
      <p className="report-summary-span">{unknown}</p>
      <dl className="report-figures">
        {totals.map(({ name, label }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>
              {unknown}
              <span className="report-change">&nbsp;</span>
            </dd>
          </div>
        ))}
      </dl>
      <figure className="step-chart">
        <figcaption>{t('stepsQuestion')}</figcaption>
      </figure>
    </section>
  );
}

/** The list's filters, without its sort order and page. */
export function onlyFilters(filters: Props['filters']) {
  const { sort: _sort, page: _page, pageSize: _size, enablePage: _all, ...rest } = filters;
  return rest;
}

interface ChangeProps {
  summary: Summary;
  name: Name;
  write: (value: number | null) => string;
}

/** The change from the period before, in words and with a sign, because colour alone is not accessible. */
function Change({ summary: { now, before }, name, write }: ChangeProps) {
  const { t } = useTranslation('work/reports');
  const share = changeOf(now[name], before[name]);
  if (share === null) return <small className="report-change">{t('noBefore')}</small>;
  const text = write(before[name]);
  return (
    <small className="report-change">
      {t('change', { change: formatChange(share), before: text === unknown ? unknown : text })}
    </small>
  );
}
