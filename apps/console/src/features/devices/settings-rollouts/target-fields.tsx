import { maxTargets, type settingModels } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';
import { GroupSelect } from '../../../shared/device-picker/group-select.tsx';

interface Props {
  model: (typeof settingModels)[number];
  sourceId: string | null;
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Selects robots of the model of the source, one by one or a whole group. */
export function TargetFields({ model, sourceId, value, onChange }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  const models = useMemo(() => [model], [model]);
  const narrowed = useMemo(() => ({ model: models }), [models]);
  const take = (ids: readonly string[]) => {
    const others = ids.filter((id) => id !== sourceId);
    onChange([...new Set([...value, ...others])].slice(0, maxTargets));
  };
  return (
    <section>
      <h2>{t('step.targets', { model })}</h2>
      <div className="sr-line">
        <GroupSelect label={t('takeGroup')} models={models} onTake={take} />
      </div>
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
