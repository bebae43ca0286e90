import { useEffect, useState } from 'react';
import { FilterChip } from './filter-chip.tsx';
import { useFilter } from './filter-context.ts';
import { Icon } from '../../ui/icon.tsx';

const pauseMs = 300;

interface Props {
  name?: string;
  /** What it looks through: "Name or SN". */
  placeholder: string;
}

/** A search box; it asks when the person pauses. */
export function SearchFilter({ name = 'keyword', placeholder }: Props) {
  const { value, chips, set } = useFilter(name);
  const asked = String(value ?? '');
  const [text, setText] = useState(asked);
  const [known, setKnown] = useState(asked);
  // The address changed by itself (back, "clear all"): the box follows.
  if (known !== asked) {
    setKnown(asked);
    setText(asked);
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => set(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <label className="sl-search">
        <Icon name="search" size={16} />
        <input
          type="search"
          value={text}
          placeholder={placeholder}
          aria-label={placeholder}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {asked && <FilterChip chips={chips} text={`“${asked}”`} onRemove={() => set('')} />}
    </>
  );
}
