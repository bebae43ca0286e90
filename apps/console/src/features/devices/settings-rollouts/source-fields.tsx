import { settingModels } from '@sweepline/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import type { Source } from './use-source.ts';

const withSettings = { model: [...settingModels] };

/** Selects one robot or one profile as the source. */
export function SourceFields({ source }: { source: Source }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const [kind, setKind] = useState<'device' | 'profile'>(source.profileId ? 'profile' : 'device');
  const { device, profiles, profileId, choose, error } = source;
  return (
    <section>
      <h2>{t('step.source')}</h2>
      <div className="sr-line">
        {profiles.length > 0 && (
          <Segments
            label={t('step.source')}
            value={kind}
            options={[
              { value: 'device', text: t('fromRobot') },
              { value: 'profile', text: t('fromProfile') },
            ]}
            onChange={setKind}
          />
        )}
        {kind === 'device' ? (
          <DeviceSelect
            label={t('chooseRobot')}
            value={device?.id ?? null}
            known={device ? [device] : undefined}
            narrowed={withSettings}
            onChange={(id) => choose('device', id)}
          />
        ) : (
          <Select
            aria-label={t('chooseProfile')}
            placeholder={t('chooseProfile')}
            className="sl-filter"
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            value={profileId}
            options={profiles.map(({ id, name, model }) => ({ value: id, label: `${name} · ${model}` }))}
            onChange={(id) => choose('profile', id)}
          />
        )}
      </div>
      {error && <p className="sr-note">{error.message}</p>}
      <p className="sr-note">{t('sourceHint')}</p>
    </section>
  );
}
