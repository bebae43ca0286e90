import { codeTellingCalls, escalationCalls, type EscalationPolicy } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { may } from '../../../kit/api/may.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { EditableList, type RowAct } from '../../../kit/list/editable-list.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Button } from '../../../kit/ui/button.tsx';
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

const dialogOf = (policy: EscalationPolicy | undefined, onClose: () => void) => (
  <PolicyDialog {...(policy && { policy })} onClose={onClose} />
);

const actsOn = (): RowAct[] => (may(escalationCalls.update.allow) ? ['edit', 'remove'] : []);

/** Escalation policies: whom an alarm reaches step by step while it is not acknowledged. */
export function PolicyPage() {
  const { t } = useTranslation('alarms/escalation');
  const [open, setOpen] = useState<'codes' | 'dryRun'>();
  const close = () => setOpen(undefined);
  return (
    <div className="sl-stacked">
      <NoticeRuleTabs value="escalation" />
      <EditableList
        title={t('title')}
        list={useList(escalationCalls.list)}
        columns={usePolicyColumns()}
        filters={<SearchFilter placeholder={t('name')} />}
        controls={
          <>
            <Button icon="seen" onClick={() => setOpen('dryRun')}>
              {t('dryRun')}
            </Button>
            <Allowed call={codeTellingCalls.set}>
              <Button icon="alert" onClick={() => setOpen('codes')}>
                {t('codes')}
              </Button>
            </Allowed>
          </>
        }
        add={{ call: escalationCalls.create, text: t('add') }}
        empty={{ icon: 'bell', title: t('empty'), hint: t('emptyHint') }}
        acts={actsOn}
        actTexts={{ edit: t('edit'), remove: t('remove') }}
        dialog={dialogOf}
        removal={({ name }) => ({
          call: escalationCalls.remove,
          title: t('removeTitle', { name }),
          hint: t('removeHint'),
          done: t('removed', { name }),
        })}
      />
      {open === 'codes' && <CodeTellingDialog onClose={close} />}
      {open === 'dryRun' && <DryRunDialog onClose={close} />}
    </div>
  );
}
