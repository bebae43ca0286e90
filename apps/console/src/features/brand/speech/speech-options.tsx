import { audioTypes } from '@sweepline/contract';
import { Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../kit/ui/segments.tsx';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import type { SpeechDraft } from './speech-draft.ts';

interface Props {
  draft: SpeechDraft;
  onChange: (changes: Partial<SpeechDraft>) => void;
}

/** How it is spoken, and the robot whose names stand for the placeholders. */
export function SpeechOptions({ draft, onChange }: Props) {
  const { t } = useTranslation('brand/speech');
  return (
    <fieldset>
      <legend>{t('how')}</legend>
      <Segments
        label={t('type')}
        value={draft.type}
        options={audioTypes.map((value) => ({ value, text: t(`types.${value}`) }))}
        onChange={(type) => onChange({ type })}
      />
      <label>
        {t('speed', { percent: draft.speed })}
        <Slider
          min={50}
          max={200}
          step={5}
          value={draft.speed}
          ariaLabelForHandle={t('speedLabel')}
          onChange={(speed) => onChange({ speed })}
        />
      </label>
      <label>
        {t('pitch', { value: draft.pitch })}
        <Slider
          min={0}
          max={100}
          step={5}
          value={draft.pitch}
          ariaLabelForHandle={t('pitchLabel')}
          onChange={(pitch) => onChange({ pitch })}
        />
      </label>
      <p>{t('placeholders', { robot: '{robot}', site: '{site}', company: '{company}' })}</p>
      <DeviceSelect
        label={t('robot')}
        value={draft.deviceId}
        onChange={(deviceId) => onChange({ deviceId })}
      />
    </fieldset>
  );
}
