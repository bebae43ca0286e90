import { Select } from 'antd';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../form/date-input.tsx';
import { dayEnd, dayOf, dayStart, periodStart, periods, type Period } from '../../format/days.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterContext, useFilter } from './filter-context.ts';
import { formatDate } from '../../format/format.ts';
import { useNow } from '../../format/use-now.ts';
import './period-filter.css';

const own = 'own' as const;

/** Whole days in the reader's zone: a usual period up to today, or a custom one. Sets `from` and `to`. */
export function PeriodFilter() {
  const { t } = useTranslation('kit');
  const now = useNow();
  const list = useContext(FilterContext)?.list;
  const from = useDay('from');
  const to = useDay('to');
  const [choosing, setChoosing] = useState(false);
  const today = dayOf(now);
  const period = to.day === today && periods.find((candidate) => periodStart(candidate, today) === from.day);
  const active = from.at !== undefined || to.at !== undefined;
  const custom = choosing || (active && !period);
  const choose = (next: Period | typeof own | undefined) => {
    setChoosing(next === own);
    if (next === own) return;
    list?.setFilters(
      next
        ? { from: dayStart(periodStart(next, today)), to: dayEnd(today) }
        : { from: undefined, to: undefined },
    );
  };
  return (
    <>
      <Select<Period | typeof own | undefined>
        aria-label={t('period')}
        placeholder={t('period')}
        value={custom ? own : period || null}
        onChange={choose}
        options={[...periods, own].map((option) => ({ value: option, label: t(`periods.${option}`) }))}
        className="sl-filter"
        popupMatchSelectWidth={false}
        allowClear
      />
      {custom && <DayInput label={t('from')} filter={from} edge={dayStart} />}
      {custom && <DayInput label={t('to')} filter={to} edge={dayEnd} />}
      <DayChip label={t('from')} filter={from} />
      <DayChip label={t('to')} filter={to} />
    </>
  );
}

function useDay(name: 'from' | 'to') {
  const { value, chips, set } = useFilter(name);
  const at = typeof value === 'string' ? value : undefined;
  return { at, day: at ? dayOf(at) : '', chips, set };
}

interface DayProps {
  label: string;
  filter: ReturnType<typeof useDay>;
}

const DayInput = ({ label, filter: { day, set }, edge }: DayProps & { edge: (day: string) => string }) => (
  <label className="sl-day-filter">
    <span>{label}</span>
    <DateInput value={day} onChange={(next) => set(next === '' ? undefined : edge(next))} />
  </label>
);

const DayChip = ({ label, filter: { at, chips, set } }: DayProps) =>
  at ? (
    <FilterChip chips={chips} text={`${label} ${formatDate(at)}`} onRemove={() => set(undefined)} />
  ) : null;
