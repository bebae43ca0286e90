import { checklistCalls, type Checklist } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { EditableList, type RowAct } from '../../../kit/list/editable-list.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { ChecklistDialog } from './checklist-dialog.tsx';
import './checklists.css';

function useChecklistColumns(): Column<Checklist>[] {
  const { t } = useTranslation('service/checklists');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '30%',
        cell: ({ name, companyName }) => (
          <>
            <strong>{name}</strong>
            <small>{companyName ?? t('inherited')}</small>
          </>
        ),
      },
      {
        key: 'points',
        title: t('points'),
        cell: ({ items }) => t('pointCount', { count: items.length, shown: formatNumber(items.length) }),
      },
      {
        key: 'needs',
        title: t('needs'),
        cell: ({ requiresPhoto, requiresSignature }) =>
          [requiresPhoto && t('photo'), requiresSignature && t('signature')].filter(Boolean).join(' · ') ||
          t('nothing'),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

const dialogOf = (checklist: Checklist | undefined, onClose: () => void) => (
  <ChecklistDialog {...(checklist && { checklist })} onClose={onClose} />
);

const actsOn = ({ isInherited }: Checklist): RowAct[] =>
  may(checklistCalls.update.allow) && !isInherited ? ['edit', 'remove'] : ['show'];

/** Templates of checklists for work orders and maintenance plans. */
export function ChecklistListPage() {
  const { t } = useTranslation('service/checklists');
  return (
    <EditableList
      title={t('title')}
      list={useList(checklistCalls.list)}
      columns={useChecklistColumns()}
      filters={<SearchFilter placeholder={t('name')} />}
      add={{ call: checklistCalls.create, text: t('add') }}
      empty={{ icon: 'task', title: t('emptyTitle'), hint: t('emptyHint') }}
      acts={actsOn}
      actTexts={{ edit: t('edit'), show: t('show'), remove: t('remove') }}
      dialog={dialogOf}
      removal={({ name }) => ({
        call: checklistCalls.remove,
        title: t('removeTitle', { name }),
        hint: t('removeHint'),
        done: t('removed', { name }),
      })}
    />
  );
}
