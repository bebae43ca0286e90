import { useTranslation } from 'react-i18next';
import { periods } from '../../kit/format/days.ts';
import { DateInput } from '../../kit/form/date-input.tsx';
import { Segments } from '../../kit/ui/segments.tsx';
import '../../kit/list/filter/period-filter.css';
import './statistics.css';
import type { PeriodSelection } from './use-period.ts';

/** The period of a page: a usual one up to today, or two days. */
export const PeriodFields = ({ selection }: { selection: PeriodSelection }) => (
  <div className="statistics-filters">
    <PeriodControls selection={selection} />
  </div>
);

/** The same controls within a row of further filters. */
export function PeriodControls({
  selection: { filter, period, set, choose },
}: {
  selection: PeriodSelection;
}) {
  const { t } = useTranslation('kit');
  const { from, to } = filter;
  return (
    <>
      <Segments
        label={t('period')}
        value={period ?? 'own'}
        options={periods.map((value) => ({ value: value as string, text: t(`periods.${value}`) }))}
        onChange={(value) => choose(periods.find((name) => name === value) ?? 'month')}
      />
      <label className="sl-day-filter">
        <span>{t('from')}</span>
        <DateInput
          value={from}
          clearable={false}
          max={to}
          onChange={(value) => set({ from: value, to, step: undefined })}
        />
      </label>
      <label className="sl-day-filter">
        <span>{t('to')}</span>
        <DateInput
          value={to}
          clearable={false}
          min={from}
          onChange={(value) => set({ to: value, from, step: undefined })}
        />
      </label>
    </>
  );
}
