import { FilterChip } from '../../kit/filter-chip.tsx';
import { useFilter } from '../../kit/filter-context.ts';
import { formatDate } from '../../kit/format.ts';
import { dayEnd, dayOf, dayStart } from './report-rules.ts';

interface Props {
  name: 'from' | 'to';
  label: string;
}

/** The first or the last day of a list, whole days in the reader's own zone. */
export function DayFilter({ name, label }: Props) {
  const { value, chips, set } = useFilter(name);
  const at = typeof value === 'string' ? value : undefined;
  return (
    <>
      <label className="day-filter">
        <span>{label}</span>
        <input
          type="date"
          className="sl-input"
          value={at ? dayOf(at) : ''}
          onChange={({ target }) =>
            set(target.value === '' ? undefined : (name === 'from' ? dayStart : dayEnd)(target.value))
          }
        />
      </label>
      {at && <FilterChip chips={chips} text={`${label} ${formatDate(at)}`} onRemove={() => set(undefined)} />}
    </>
  );
}
