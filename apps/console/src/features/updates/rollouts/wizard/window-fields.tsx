import type { UpdateWindow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../../kit/form/date-input.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { PlanField } from './plan-field.tsx';

interface Props {
  value: UpdateWindow | null;
  onChange: (value: UpdateWindow | null) => void;
}

const night: UpdateWindow = { from: '22:00', to: '05:00' };

/** The update window: that of each site, or one of the rollout. */
export function WindowFields({ value, onChange }: Props) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <div className="rollout-field">
      <span>{t('window')}</span>
      <Segments
        label={t('window')}
        value={value ? 'own' : 'sites'}
        onlyWay
        options={[
          { value: 'sites', text: t('windowOfSites') },
          { value: 'own', text: t('windowOwn') },
        ]}
        onChange={(next) => onChange(next === 'own' ? night : null)}
      />
      <small>{t('windowHint')}</small>
      {value && (
        <div className="rollout-line">
          {(['from', 'to'] as const).map((end) => (
            <PlanField key={end} name={`window.${end}`} label={t(`windowEnd.${end}`)}>
              {(id) => (
                <DateInput
                  id={id}
                  kind="clock"
                  clearable={false}
                  value={value[end]}
                  onChange={(clock) => onChange({ ...value, [end]: clock })}
                />
              )}
            </PlanField>
          ))}
        </div>
      )}
    </div>
  );
}
