import { useWords } from '../words/use-words.ts';
import { useCallback } from 'react';

/** A command in words; one we have no word for keeps its own name. */
export function useCommandName() {
  const { word } = useWords();
  return useCallback((type: string) => word('commandType', type), [word]);
}
