import type { Run } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { runMarks } from './marks.ts';
import { useWords } from './use-words.ts';

export function RunMark({ state }: { state: Run['state'] }) {
  const { word } = useWords();
  return <StateMark {...runMarks[state]} word={word('runState', state)} />;
}
