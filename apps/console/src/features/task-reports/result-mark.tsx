import type { ReportRow } from '@sweepline/contract';
import { StateMark } from '../../kit/state-mark.tsx';
import { resultMarks } from '../../kit/words/marks.ts';
import { useWords } from '../../kit/words/use-words.ts';

export function ResultMark({ result }: { result: ReportRow['result'] }) {
  const { word } = useWords();
  return <StateMark {...resultMarks[result]} word={word('result', result)} />;
}
