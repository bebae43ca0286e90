import { FilterChip } from '../../../kit/list/filter/filter-chip.tsx';
import { useFilter } from '../../../kit/list/filter/filter-context.ts';

/** Chip of a filter that is set only by links. It can be removed, but has no field. */
export function FilterNote({ name, label }: { name: string; label: string }) {
  const { value, chips, set } = useFilter(name);
  if (typeof value !== 'string') return null;
  return <FilterChip chips={chips} text={`${label}: …${value.slice(-12)}`} onRemove={() => set(undefined)} />;
}
