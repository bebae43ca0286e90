import { useEffect, useState } from 'react';
import { FilterChip } from './filter-chip.tsx';
import { useFilter } from './filter-context.ts';
import { SearchInput } from '../../form/search-input.tsx';

const pauseMs = 300;

interface Props {
  name?: string;
  /** The searched fields: "Name or SN". */
  placeholder: string;
}

/** A search box. It searches after a pause in typing. */
export function SearchFilter({ name = 'keyword', placeholder }: Props) {
  const { value, chips, set } = useFilter(name);
  const keyword = String(value ?? '');
  const [text, setText] = useState(keyword);
  const [lastKeyword, setLastKeyword] = useState(keyword);
  // The box follows a change of the address from outside, such as "back" or "clear all".
  if (lastKeyword !== keyword) {
    setLastKeyword(keyword);
    setText(keyword);
  }
  useEffect(() => {
    if (text.trim() === keyword) return;
    const timer = setTimeout(() => set(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <SearchInput value={text} placeholder={placeholder} onChange={setText} />
      {keyword && <FilterChip chips={chips} text={`“${keyword}”`} onRemove={() => set('')} />}
    </>
  );
}
