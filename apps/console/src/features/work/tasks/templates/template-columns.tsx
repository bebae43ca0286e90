import type { TaskTemplate } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { howColumn } from '../how-column.tsx';

export function useTemplateColumns(): readonly Column<TaskTemplate>[] {
  const { t } = useTranslation('work/tasks');
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
      howColumn(t, word),
      {
        key: 'created',
        title: t('created'),
        cell: ({ createdAt, createdBy }) => (
          <span>
            <AgoBy at={createdAt} by={createdBy} />
          </span>
        ),
      },
    ],
    [t, word],
  );
}
