import { deviceModels, type AlarmPushChoice, type AlarmSettingRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';

/** The words of codes and their settings. */
export function useSettingWords() {
  const { t } = useTranslation('alarms/settings');
  const { word } = useWords();
  /** A code in the reader's language, or the type of an error of a foreign vehicle. */
  const nameOf = ({ code, errorType }: Pick<AlarmSettingRow, 'code' | 'errorType'>) =>
    errorType || word('alarm', code);
  const levelOf = (level: number | null) => (level === null ? t('vehicleDecides') : t('levelOf', { level }));
  const offUntil = (until: string | null) =>
    until === null ? t('offForever') : t('offUntil', { time: formatTime(until) });
  const orderOf = ({ mode, afterMinutes }: Pick<AlarmSettingRow['order'], 'mode' | 'afterMinutes'>) =>
    mode === 'AUTO' && afterMinutes > 0 ? t('orderAuto', { minutes: afterMinutes }) : t(`orders.${mode}`);
  const models = deviceModels.map((model) => ({
    value: model,
    label: model === 'PLAIN' ? t('foreignVehicle') : model,
  }));
  return { nameOf, levelOf, offUntil, orderOf, models };
}

/** The stored push as a choice. A suppression that has ended leaves the code told. */
export function choiceOf({ own }: AlarmSettingRow, nowMs: number): AlarmPushChoice {
  if (own.push === null) return 'INHERITED';
  if (own.push === 'ON') return 'ON';
  if (own.pushOffUntil === null) return 'OFF';
  return Date.parse(own.pushOffUntil) > nowMs ? 'OFF_UNTIL' : 'ON';
}
