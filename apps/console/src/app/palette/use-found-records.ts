import { foldText, maxSearchText, pairScripts, searchCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../kit/api/api.ts';

const pauseMs = 120;
const pairScript = new RegExp(`[${pairScripts}]`);

/** One Latin letter is the beginning of nearly everything. One Chinese character may be a word. */
const isSearchable = (text: string) => foldText(text).length > 1 || pairScript.test(text);

/** The records that match the text, asked after a pause in typing. Until the answer the former ones remain. */
export function useFoundRecords(text: string) {
  const typed = text.trim().slice(0, maxSearchText);
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const enabled = isSearchable(asked) && isSearchable(typed);
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(searchCalls.find, { text: asked }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // The palette shows the failure itself.
    meta: { silent: true },
  });
  return {
    found: enabled ? data : undefined,
    error: enabled ? error : null,
    /** The records of this text are on their way. */
    waiting: isSearchable(typed) && (asked !== typed || isFetching),
    retry: () => void refetch(),
  };
}
