import { FilterChip } from '../../kit/list/filter/filter-chip.tsx';
import { useFilter } from '../../kit/list/filter/filter-context.ts';

/** A filter that comes with a link and has no field of its own: it is seen, and can be taken away. */
export function FilterNote({ name, label }: { name: string; label: string }) {
  const { value, chips, set } = useFilter(name);
  if (typeof value !== 'string') return null;
  return <FilterChip chips={chips} text={`${label}: …${value.slice(-12)}`} onRemove={() => set(undefined)} />;
}
