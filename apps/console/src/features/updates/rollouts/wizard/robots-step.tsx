import { deviceGroupCalls, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';
import { PlanFault, PlanField } from './plan-field.tsx';
import type { StepProps } from './step-props.ts';
import { SwitchField } from './switch-field.tsx';
import { useFitting } from './use-fitting.ts';

const noneNamed = { deviceIds: [], groupIds: [], siteIds: [] };

/** The robots that get the package: all that it fits, or named robots, groups and sites. */
export function RobotsStep({ draft, onChange, chosen }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const { deviceIds, groupIds, siteIds, lateJoiners } = draft;
  const isNamed = deviceIds.length + groupIds.length + siteIds.length > 0;
  const [isNaming, setNaming] = useState(isNamed);
  return (
    <>
      <Segments
        label={t('step.robots')}
        value={isNaming ? 'some' : 'all'}
        onlyWay
        options={[
          { value: 'all', text: t('allFitting') },
          { value: 'some', text: t('someRobots') },
        ]}
        onChange={(next) => {
          setNaming(next === 'some');
          if (next === 'all') onChange(noneNamed);
        }}
      />
      <p className="rollout-note">{t(isNaming ? 'someHint' : 'allHint')}</p>
      {isNaming && <NamedRobots draft={draft} onChange={onChange} chosen={chosen} />}
      <SwitchField
        name="lateJoiners"
        label={t('lateJoiners')}
        hint={t('lateJoinersHint')}
        value={lateJoiners}
        onChange={(next) => onChange({ lateJoiners: next })}
      />
    </>
  );
}

function NamedRobots({ draft, onChange, chosen }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const fitting = useFitting(chosen);
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.options, { pageSize: 99 }),
    meta: { silent: true },
  });
  const sites = useQuery({ ...callQuery(siteCalls.list, { pageSize: 99 }), meta: { silent: true } });
  const optionsOf = (rows: readonly { id: string; name: string; companyName: string }[] | undefined) =>
    (rows ?? []).map(({ id, name, companyName }) => ({ value: id, label: `${name} · ${companyName}` }));
  return (
    <>
      <PlanField name="groupIds" label={t('groups')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            value={draft.groupIds}
            loading={groups.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={optionsOf(groups.data?.list)}
            onChange={(groupIds: string[]) => onChange({ groupIds })}
          />
        )}
      </PlanField>
      <PlanField name="siteIds" label={t('sites')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            value={draft.siteIds}
            loading={sites.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={optionsOf(sites.data?.list)}
            onChange={(siteIds: string[]) => onChange({ siteIds })}
          />
        )}
      </PlanField>
      <div className="rollout-field">
        <span>{t('namedRobots')}</span>
        <DevicePicker
          label={t('namedRobots')}
          value={draft.deviceIds}
          narrowed={fitting}
          onChange={(deviceIds) => onChange({ deviceIds })}
        />
        <PlanFault name="deviceIds" />
      </div>
    </>
  );
}
