import type { TaskTemplate } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/ago.tsx';
import type { Column } from '../../kit/column.ts';
import { useWords } from '../../kit/words/use-words.ts';

export function useTemplateColumns(): readonly Column<TaskTemplate>[] {
  const { t } = useTranslation('tasks');
  const { word } = useWords();
  return useMemo(
    (): Column<TaskTemplate>[] => [
      {
        key: 'name',
        title: t('name'),
        cell: ({ name, companyName }) => (
          <span>
            {name}
            <small>{companyName}</small>
          </span>
        ),
      },
      {
        key: 'where',
        title: t('where'),
        cell: ({ mapName, zoneNames }) => (
          <span>
            {mapName}
            <small className="cell-clip">{zoneNames.join(', ')}</small>
          </span>
        ),
      },
      {
        key: 'how',
        title: t('how'),
        cell: ({ cleaningMode, strength, repetitions }) => (
          <span>
            {word('cleaningMode', cleaningMode)}
            <small>
              {word('strength', strength)} · {t('times', { count: repetitions })}
            </small>
          </span>
        ),
      },
      {
        key: 'created',
        title: t('created'),
        cell: ({ createdAt, createdBy }) => (
          <span>
            <Ago at={createdAt} />
            <small>{createdBy}</small>
          </span>
        ),
      },
    ],
    [t, word],
  );
}
