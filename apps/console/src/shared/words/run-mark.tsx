import type { Run } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { resultMarks, runMarks } from './marks.ts';
import { useWords } from './use-words.ts';

interface Props {
  state: Run['state'];
  result?: Run['result'];
}

/** The state of a run. One that its robot ended well has the verdict of its report. */
export function RunMark({ state, result }: Props) {
  const { word } = useWords();
  if (state === 'SUCCESS' && result && result !== 'SUCCESS')
    return <StateMark {...resultMarks[result]} word={word('result', result)} />;
  return <StateMark {...runMarks[state]} word={word('runState', state)} />;
}
