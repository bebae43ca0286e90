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
  /** Any of several. */
  several?: boolean;
  /** Typing narrows on the server; `options` are then its answer. */
  onSearch?: (text: string) => void;
}

/** A choice among words. Several are shown as one count here and as chips below. */
export function ChoiceFilter({ name, label, options, several = false, onSearch }: Props) {
  const { value, chips, set } = useFilter(name);
  // Yes and no are words here, as in the address.
  const chosen = [value ?? []]
    .flat()
    .map((one) => (typeof one === 'boolean' ? String(one) : (one as Choice['value'])));
  const words = (one: Choice['value']) =>
    options.find((option) => option.value === one)?.label ?? String(one);
  const without = (one: Choice['value']) => chosen.filter((other) => other !== one);
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
      {chosen.map((one) => (
        <FilterChip
          key={one}
          chips={chips}
          text={`${label}: ${words(one)}`}
          onRemove={() => set(several ? without(one) : undefined)}
        />
      ))}
    </>
  );
}
