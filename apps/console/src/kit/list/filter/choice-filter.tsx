import { Select } from 'antd';
import { FilterChip } from './filter-chip.tsx';
import { useFilter } from './filter-context.ts';

export interface Choice {
  value: string | number;
  label: string;
}

interface Props {
  name: string;
  label: string;
  options: readonly Choice[];
  /** Allows several values. */
  several?: boolean;
  /** Called with the typed text for a search on the server. `options` are then the result of the search. */
  onSearch?: (text: string) => void;
}

/** A select filter. Several values are shown as a count here, and as chips below. */
export function ChoiceFilter({ name, label, options, several = false, onSearch }: Props) {
  const { value, chips, set } = useFilter(name);
  // Booleans are strings here, as in the address.
  const chosen = [value ?? []]
    .flat()
    .map((item) => (typeof item === 'boolean' ? String(item) : (item as Choice['value'])));
  const labelOf = (choice: Choice['value']) =>
    options.find((option) => option.value === choice)?.label ?? String(choice);
  const without = (choice: Choice['value']) => chosen.filter((other) => other !== choice);
  return (
    <>
      <Select
        aria-label={label}
        placeholder={label}
        value={several ? chosen : (chosen[0] ?? null)}
        onChange={(next) => set(next ?? undefined)}
        options={[...options]}
        className="sl-filter"
        popupMatchSelectWidth={false}
        maxTagCount={0}
        maxTagPlaceholder={() => `${label} · ${chosen.length}`}
        {...(several ? { mode: 'multiple' as const } : { allowClear: true })}
        showSearch={
          onSearch
            ? { onSearch, filterOption: false }
            : options.length > 8
              ? { optionFilterProp: 'label' }
              : false
        }
      />
      {chosen.map((choice) => (
        <FilterChip
          key={choice}
          chips={chips}
          text={`${label}: ${labelOf(choice)}`}
          onRemove={() => set(several ? without(choice) : undefined)}
        />
      ))}
    </>
  );
}
