import { deviceCalls, deviceGroupCalls, maxTargets, type settingModels } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';

interface Props {
  model: (typeof settingModels)[number];
  sourceId: string | null;
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Selects robots of the model of the source, one by one or a whole group. */
export function TargetFields({ model, sourceId, value, onChange }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  const cache = useQueryClient();
  const narrowed = useMemo(() => ({ model: [model] }), [model]);
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.options, { pageSize: 99 }),
    meta: { silent: true },
  });
  const addGroup = async (groupId: string) => {
    const members = await cache.fetchQuery(
      callQuery(deviceCalls.list, { groupId, model: [model], pageSize: 99 }),
    );
    const ids = members.list.map(({ id }) => id).filter((id) => id !== sourceId);
    onChange([...new Set([...value, ...ids])].slice(0, maxTargets));
  };
  return (
    <section>
      <h2>{t('step.targets', { model })}</h2>
      {(groups.data?.list.length ?? 0) > 0 && (
        <div className="sr-line">
          <Select
            aria-label={t('takeGroup')}
            placeholder={t('takeGroup')}
            className="sl-filter"
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            value={null}
            options={(groups.data?.list ?? []).map(({ id, name, companyName }) => ({
              value: id,
              label: `${name} · ${companyName}`,
            }))}
            onChange={(id: string) => void addGroup(id)}
          />
        </div>
      )}
      <DevicePicker
        label={t('step.targets', { model })}
        value={value}
        onChange={onChange}
        narrowed={narrowed}
        isOffered={({ id }) => id !== sourceId}
        note={({ group }) => group && group.name}
      />
    </section>
  );
}
