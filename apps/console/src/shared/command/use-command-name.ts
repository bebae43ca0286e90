import { useWords } from '../words/use-words.ts';
import { useCallback } from 'react';

/** The translated name of a command type. An unknown type keeps its own name. */
export function useCommandName() {
  const { word } = useWords();
  return useCallback((type: string) => word('commandType', type), [word]);
}
