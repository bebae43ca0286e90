import type { TaskTemplate } from '@sweepline/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../../kit/list/column.ts';
import type { useWords } from '../../../shared/words/use-words.ts';

type How = Pick<TaskTemplate, 'cleaningMode' | 'strength' | 'repetitions'>;

/** The cleaning mode column of tasks and templates. */
export const howColumn = <Row extends How>(
  t: TFunction<'work/tasks'>,
  word: ReturnType<typeof useWords>['word'],
): Column<Row> => ({
  key: 'how',
  title: t('how'),
  cell: ({ cleaningMode, strength, repetitions }) => (
    <span>
      <span className="cell-clip">{word('cleaningMode', cleaningMode)}</span>
      <small>
        {word('strength', strength)} · {t('times', { count: repetitions })}
      </small>
    </span>
  ),
});
