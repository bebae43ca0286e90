import { Select } from 'antd';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../form/date-input.tsx';
import { dayEnd, dayOf, dayStart, periodStart, periods, sitePeriod, type Period } from '../../format/days.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterContext, useFilter } from './filter-context.ts';
import { formatDay } from '../../format/format-day.ts';
import { useNow } from '../../format/use-now.ts';
import './period-filter.css';

const own = 'own' as const;

interface Props {
  /** The days of each site: sets days and `current`, and not the moments of the reader's zone. */
  siteDays?: boolean;
}

/** The ends of a period as the call takes them. A period of site days that ends today ends on the current day of each site. */
const endsOf = (siteDays: boolean, from: string, to: string, today: string) => {
  if (!siteDays) return { from: from && dayStart(from), to: to && dayEnd(to) };
  const current = from && to ? sitePeriod(from, to, today).current : undefined;
  return { from, to, current };
};

/** Whole days: a usual period up to today, or a custom one. Sets `from` and `to`. */
export function PeriodFilter({ siteDays = false }: Props) {
  const { t } = useTranslation('kit');
  const now = useNow();
  const list = useContext(FilterContext)?.list;
  const from = useDay('from');
  const to = useDay('to');
  const [choosing, setChoosing] = useState(false);
  const today = dayOf(now);
  const set = (first: string, last: string) => list?.setFilters(endsOf(siteDays, first, last, today));
  const period = to.day === today && periods.find((candidate) => periodStart(candidate, today) === from.day);
  const active = from.at !== undefined || to.at !== undefined;
  const custom = choosing || (active && !period);
  const choose = (next: Period | typeof own | undefined) => {
    setChoosing(next === own);
    if (next === own) return;
    set(next ? periodStart(next, today) : '', next ? today : '');
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
      {custom && <DayInput label={t('from')} day={from.day} onChange={(next) => set(next, to.day)} />}
      {custom && <DayInput label={t('to')} day={to.day} onChange={(next) => set(from.day, next)} />}
      <DayChip label={t('from')} filter={from} onRemove={() => set('', to.day)} />
      <DayChip label={t('to')} filter={to} onRemove={() => set(from.day, '')} />
    </>
  );
}

const isDay = (at: string) => at.length === 10;

function useDay(name: 'from' | 'to') {
  const { value, chips } = useFilter(name);
  const at = typeof value === 'string' ? value : undefined;
  return { at, day: at === undefined ? '' : isDay(at) ? at : dayOf(at), chips };
}

interface DayProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

const DayInput = ({ label, day, onChange }: DayProps) => (
  <label className="sl-day-filter">
    <span>{label}</span>
    <DateInput value={day} onChange={onChange} />
  </label>
);

interface ChipProps {
  label: string;
  filter: ReturnType<typeof useDay>;
  onRemove: () => void;
}

const DayChip = ({ label, filter: { day, chips }, onRemove }: ChipProps) =>
  day ? <FilterChip chips={chips} text={`${label} ${formatDay(day)}`} onRemove={onRemove} /> : null;
