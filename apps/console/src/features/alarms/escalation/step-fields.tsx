import {
  escalationLimits,
  noticeChannels,
  noticeSettingCalls,
  type EscalationPolicy,
  type EscalationStep,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { keyOf, withTargets } from './step-draft.ts';

interface Props {
  companyId: string;
  /** The policy as it was read: its names are known before the list of receivers is. */
  policy: EscalationPolicy | undefined;
  steps: readonly EscalationStep[];
  onChange: (steps: EscalationStep[]) => void;
}

/** The targets that can be chosen for a company, with a search on the server. */
function useTargets(companyId: string, policy: EscalationPolicy | undefined) {
  const { t: word } = useTranslation('delivery');
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({
    ...callQuery(noticeSettingCalls.receivers, { companyId, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
  });
  const options = new Map<string, string>([
    ['FAE', word('targets.FAE')],
    ['PARENT', word('targets.PARENT')],
  ]);
  for (const target of policy?.steps.flatMap(({ targets }) => targets) ?? [])
    if (target.id) options.set(keyOf(target), target.name ?? word('notSeen'));
  for (const { id, name } of data?.roles ?? []) options.set(`ROLE:${id}`, `${word('targets.ROLE')}: ${name}`);
  for (const { id, name } of data?.accounts ?? []) options.set(`ACCOUNT:${id}`, name);
  return { options: [...options].map(([value, label]) => ({ value, label })), search: setKeyword };
}

/** Up to five steps: when, to whom, and how. */
export function StepFields({ companyId, policy, steps, onChange }: Props) {
  const { t } = useTranslation('alarms/escalation');
  const { t: word } = useTranslation('delivery');
  const { options, search } = useTargets(companyId, policy);
  const last = steps.at(-1)?.afterMinutes ?? 0;
  const change = (place: string, changes: Partial<EscalationStep>) =>
    onChange(steps.map((step, n) => (String(n) === place ? { ...step, ...changes } : step)));
  return (
    <div className="escalation-steps">
      {Object.entries(steps).map(([place, step]) => (
        <fieldset key={place}>
          <legend>{t('stepNumber', { number: formatNumber(Number(place) + 1) })}</legend>
          <InputNumber
            aria-label={t('afterMinutes')}
            min={0}
            max={escalationLimits.afterMinutes}
            precision={0}
            suffix={t('minuteUnit')}
            value={step.afterMinutes}
            onChange={(next) => change(place, { afterMinutes: next ?? 0 })}
          />
          <Button
            look="quiet"
            icon="trash"
            aria-label={t('removeStep')}
            onClick={() => onChange(steps.filter((_step, n) => String(n) !== place))}
          />
          <Select
            mode="multiple"
            aria-label={t('receivers')}
            placeholder={t('receivers')}
            value={step.targets.map(keyOf)}
            options={options}
            onChange={(keys: string[]) => change(place, withTargets(step, keys))}
            showSearch={{ onSearch: search, filterOption: false }}
          />
          <Checkbox.Group
            aria-label={t('channel')}
            value={step.channels}
            options={noticeChannels.map((value) => ({ value, label: word(`channels.${value}`) }))}
            onChange={(channels) => change(place, { channels })}
          />
        </fieldset>
      ))}
      {steps.length < escalationLimits.steps && (
        <Button
          icon="plus"
          onClick={() => onChange([...steps, { afterMinutes: last + 10, targets: [], channels: ['BELL'] }])}
        >
          {t('addStep')}
        </Button>
      )}
    </div>
  );
}
