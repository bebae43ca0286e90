import { codeTellingCalls, escalationCalls, type EscalationPolicy } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
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
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { NoticeRuleTabs } from '../../../shared/notice-rules/notice-rule-tabs.tsx';
import { CodeTellingDialog } from './code-telling-dialog.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { useEscalationWords } from './use-escalation-words.ts';
import './escalation.css';

function usePolicyColumns(): Column<EscalationPolicy>[] {
  const { t } = useTranslation('alarms/escalation');
  const words = useEscalationWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '24%',
        cell: ({ name, companyName }) => (
          <>
            <strong>{name}</strong>
            <small>{companyName}</small>
          </>
        ),
      },
      {
        key: 'steps',
        title: t('steps'),
        cell: ({ steps }) => (steps.length > 0 ? steps.map(words.step).join(' → ') : t('noSteps')),
      },
      {
        key: 'remind',
        title: t('remind'),
        cell: ({ remindMinutes }) =>
          remindMinutes === null
            ? t('never')
            : t('every', { count: remindMinutes, shown: formatNumber(remindMinutes) }),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t, words],
  );
}

function DeleteDialog({ policy, onClose }: { policy: EscalationPolicy; onClose: () => void }) {
  const { t } = useTranslation('alarms/escalation');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: policy.name })}
      call={escalationCalls.remove}
      input={{ id: policy.id }}
      act={t('remove')}
      done={t('removed', { name: policy.name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}

function useRowActions(
  onEdit: (policy: EscalationPolicy) => void,
  onRemove: (policy: EscalationPolicy) => void,
) {
  const { t } = useTranslation('alarms/escalation');
  return useCallback(
    (policy: EscalationPolicy) => {
      const manages = may(escalationCalls.update.allow);
      const [edit, remove] = [() => onEdit(policy), () => onRemove(policy)];
      return (
        <RowMenu
          label={policy.name}
          items={[
            manages && { key: 'edit', text: t('edit'), icon: 'edit', run: edit },
            manages && { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: remove },
          ]}
        />
      );
    },
    [t, onEdit, onRemove],
  );
}

/** Escalation policies: whom an alarm reaches step by step while it is not acknowledged. */
export function PolicyPage() {
  const { t } = useTranslation('alarms/escalation');
  const list = useList(escalationCalls.list);
  const columns = usePolicyColumns();
  const [open, setOpen] = useState<'add' | 'codes' | 'dryRun'>();
  const [edited, setEdited] = useState<EscalationPolicy>();
  const [removed, setRemoved] = useState<EscalationPolicy>();
  const close = () => setOpen(undefined);
  const rowActions = useRowActions(setEdited, setRemoved);
  const add = <AddButton call={escalationCalls.create} text={t('add')} onClick={() => setOpen('add')} />;
  return (
    <div className="sl-stacked">
      <NoticeRuleTabs value="escalation" />
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={<SearchFilter placeholder={t('name')} />}
        actions={
          <>
            <Button icon="seen" onClick={() => setOpen('dryRun')}>
              {t('dryRun')}
            </Button>
            <Allowed call={codeTellingCalls.set}>
              <Button icon="alert" onClick={() => setOpen('codes')}>
                {t('codes')}
              </Button>
            </Allowed>
            {add}
          </>
        }
        empty={
          <Empty icon="bell" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {open === 'add' && <PolicyDialog onClose={close} />}
      {open === 'codes' && <CodeTellingDialog onClose={close} />}
      {open === 'dryRun' && <DryRunDialog onClose={close} />}
      {edited && <PolicyDialog policy={edited} onClose={() => setEdited(undefined)} />}
      {removed && <DeleteDialog policy={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
