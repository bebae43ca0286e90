import { alarmLevels, escalationCalls, escalationLimits, type EscalationPolicy } from '@sweepline/contract';
import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../../kit/api/session.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { stepsOf } from './step-draft.ts';
import { StepFields } from './step-fields.tsx';

interface Props {
  /** The policy to edit. Without it the dialog creates one of the own company. */
  policy?: EscalationPolicy;
  onClose: () => void;
}

/** Edits a policy: its steps, its reminders, and the level that demands a result. */
export function PolicyDialog({ policy, onClose }: Props) {
  const { t } = useTranslation('alarms/escalation');
  const { t: kit } = useTranslation('kit');
  const [draft, setDraft] = useState({
    name: policy?.name ?? '',
    steps: policy ? stepsOf(policy) : [],
    remindMinutes: policy?.remindMinutes ?? null,
    processFromLevel: policy?.processFromLevel ?? null,
  });
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const options = { done: t('saved', { name: draft.name }), after: onClose, silent: true };
  const create = useAction(escalationCalls.create, options);
  const update = useAction(escalationCalls.update, options);
  const submit = () =>
    policy ? update.mutate({ id: policy.id, version: policy.version, ...draft }) : create.mutate(draft);
  return (
    <Dialog
      open
      title={policy ? t('editTitle', { name: policy.name }) : t('add')}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={create.isPending || update.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="escalation-form">
        <label>
          <span>{t('name')}</span>
          <Input
            maxLength={60}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <StepFields
          companyId={policy?.companyId ?? session.user()?.companyId ?? ''}
          policy={policy}
          steps={draft.steps}
          onChange={(steps) => change({ steps })}
        />
        <label>
          <span>{t('remind')}</span>
          <InputNumber
            min={1}
            max={escalationLimits.remindMinutes}
            precision={0}
            placeholder={t('never')}
            suffix={t('minuteUnit')}
            value={draft.remindMinutes}
            onChange={(remindMinutes) => change({ remindMinutes })}
          />
        </label>
        <label>
          <span>{t('process')}</span>
          <Select<number>
            allowClear
            aria-label={t('process')}
            placeholder={t('never')}
            value={draft.processFromLevel}
            options={alarmLevels.map((value) => ({
              value,
              label: t('fromLevel', { level: formatNumber(value) }),
            }))}
            onChange={(next: number | undefined) => change({ processFromLevel: next ?? null })}
          />
        </label>
        <Refusal error={create.error ?? update.error} />
      </div>
    </Dialog>
  );
}
