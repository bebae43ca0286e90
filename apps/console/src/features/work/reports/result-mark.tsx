import type { ReportRow } from '@sweepline/contract';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { resultMarks } from '../../../shared/words/marks.ts';
import { useWords } from '../../../shared/words/use-words.ts';

export function ResultMark({ result }: { result: ReportRow['result'] }) {
  const { word } = useWords();
  return <StateMark {...resultMarks[result]} word={word('result', result)} />;
}
