import { checklistCalls, type Checklist } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
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

function DeleteDialog({ checklist, onClose }: { checklist: Checklist; onClose: () => void }) {
  const { t } = useTranslation('service/checklists');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: checklist.name })}
      call={checklistCalls.remove}
      input={{ id: checklist.id }}
      act={t('remove')}
      done={t('removed', { name: checklist.name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}

/** Templates of checklists for work orders and maintenance plans. */
export function ChecklistListPage() {
  const { t } = useTranslation('service/checklists');
  const list = useList(checklistCalls.list);
  const columns = useChecklistColumns();
  const [edited, setEdited] = useState<Checklist | 'new'>();
  const [removed, setRemoved] = useState<Checklist>();
  const rowActions = useCallback(
    (checklist: Checklist) => {
      const manages = may(checklistCalls.update.allow) && !checklist.isInherited;
      const open = () => setEdited(checklist);
      return (
        <RowMenu
          label={checklist.name}
          items={[
            manages
              ? { key: 'edit', text: t('edit'), icon: 'edit', run: open }
              : { key: 'show', text: t('show'), icon: 'seen', run: open },
            manages && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => setRemoved(checklist),
            },
          ]}
        />
      );
    },
    [t],
  );
  const add = <AddButton call={checklistCalls.create} text={t('add')} onClick={() => setEdited('new')} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={<SearchFilter placeholder={t('name')} />}
        actions={add}
        empty={
          <Empty icon="task" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <ChecklistDialog
          {...(edited !== 'new' && { checklist: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <DeleteDialog checklist={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
