import type phrases from './texts/en.json';
import { StateMark } from '../state-mark.tsx';
import { markOf, modeMarks, resultMarks, runMarks, taskMarks, type Mark } from './marks.ts';
import { useRobotWords } from './use-robot-words.ts';

const tables = {
  runStates: runMarks,
  results: resultMarks,
  taskStates: taskMarks,
  modes: modeMarks,
} satisfies {
  [K in keyof typeof phrases]?: Record<string, Mark>;
};

interface Props {
  group: keyof typeof tables;
  code: string;
}

/** A state by its code: glyph and word. */
export function CodeMark({ group, code }: Props) {
  const word = useRobotWords();
  const { tone, icon } = markOf(tables[group], code);
  return <StateMark tone={tone} icon={icon} word={word(group, code)} />;
}
