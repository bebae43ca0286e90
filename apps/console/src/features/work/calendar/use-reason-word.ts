import { useWords } from '../../../shared/words/use-words.ts';

/** Why a start deviates from its plan. */
export function useReasonWord() {
  const { word } = useWords();
  return (code: string) => word('reply', code);
}
