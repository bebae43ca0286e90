import { Select } from 'antd';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dayEnd, dayOf, dayStart, periodStart, periods, type Period } from './days.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterContext, useFilter } from './filter-context.ts';
import { formatDate } from './format.ts';
import { useNow } from './use-now.ts';
import './period-filter.css';

/** Whole days in the reader's zone: from the first to the last, or one of the usual spans up to today. Fills `from` and `to`. */
export function PeriodFilter() {
  const { t } = useTranslation('kit');
  const now = useNow();
  const list = useContext(FilterContext)?.list;
  const from = useDay('from');
  const to = useDay('to');
  const today = dayOf(now);
  const period = to.day === today && periods.find((one) => periodStart(one, today) === from.day);
  const choose = (next: Period | undefined) =>
    list?.setFilters(
      next
        ? { from: dayStart(periodStart(next, today)), to: dayEnd(today) }
        : { from: undefined, to: undefined },
    );
  return (
    <>
      <Select<Period | undefined>
        aria-label={t('period')}
        placeholder={t('period')}
        value={period || null}
        onChange={choose}
        options={periods.map((one) => ({ value: one, label: t(`periods.${one}`) }))}
        className="sl-filter"
        popupMatchSelectWidth={false}
        allowClear
      />
      <DayInput label={t('from')} filter={from} edge={dayStart} />
      <DayInput label={t('to')} filter={to} edge={dayEnd} />
    </>
  );
}

function useDay(name: 'from' | 'to') {
  const { value, chips, set } = useFilter(name);
  const at = typeof value === 'string' ? value : undefined;
  return { at, day: at ? dayOf(at) : '', chips, set };
}

interface InputProps {
  label: string;
  filter: ReturnType<typeof useDay>;
  /** The moment of the day that the call is sent. */
  edge: (day: string) => string;
}

const DayInput = ({ label, filter: { at, day, chips, set }, edge }: InputProps) => (
  <>
    <label className="sl-day-filter">
      <span>{label}</span>
      <input
        type="date"
        className="sl-input"
        value={day}
        onChange={({ target }) => set(target.value === '' ? undefined : edge(target.value))}
      />
    </label>
    {at && <FilterChip chips={chips} text={`${label} ${formatDate(at)}`} onRemove={() => set(undefined)} />}
  </>
);
