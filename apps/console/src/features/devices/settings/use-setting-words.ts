import type { SettingChange } from '@sweepline/contract';
import { algoKey, settingOf } from '@sweepline/contract/robot';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { numberText, objectText } from './setting-value-text.ts';

/** Texts for settings and their values, in the user's language and units. */
export function useSettingWords(model: string) {
  const { t, i18n } = useTranslation('devices/settings');
  const { word } = useWords();
  return useMemo(() => {
    const textOf = (key: string) => (i18n.exists(key, { ns: 'devices/settings' }) ? t(key as never) : '');

    /** A key without a text is shown as it is. */
    const nameOf = (key: string): string => {
      if (key.startsWith(`${algoKey}.`)) return key.slice(algoKey.length + 1);
      return textOf(`key.${key.split('.').at(-1)}`) || key;
    };

    const optionText = (key: string, value: string): string => {
      if (key === 'language') return value in langNames ? langNames[value as keyof typeof langNames] : value;
      if (key === 'defaultCleaningMode') return word('cleaningMode', value);
      if (key === 'defaultStrength') return word('strength', value);
      return textOf(`option.${value}`) || value;
    };

    /** An unknown value is a dash; a value that does not fit the table is shown as it is. */
    const valueText = (key: string, value: unknown): string => {
      if (value === undefined || value === null)
        return key.startsWith(`${algoKey}.`) ? t('algo.byDefault') : unknown;
      const field = settingOf(model, key);
      if (typeof value === 'boolean') return value ? t('on') : t('off');
      if (field?.kind === 'number' && typeof value === 'number') return numberText(t, field, value);
      if (field?.kind === 'choice' && typeof value === 'string') return optionText(key, value);
      if (field?.kind === 'object') return objectText(t, key, value);
      if (field?.kind === 'colour') return `#${String(value).toUpperCase()}`;
      if (typeof value === 'number') return formatNumber(value, 6);
      return typeof value === 'string' ? value : JSON.stringify(value);
    };

    const reasonOf = (code: string): string => textOf(`reason.${code}`) || t('reason.OTHER', { code });

    const whoOf = ({
      origin,
      by,
    }: Pick<SettingChange, 'by'> & { origin: SettingChange['origin'] | null }) => {
      if (origin === 'DEVICE' || !by) return t('atRobot');
      if (origin === 'GROUP') return t('byGroup', { who: by });
      if (origin === 'DEFAULTS') return t('byDefaults', { who: by });
      return origin === 'CONFLICT' ? t('byConflict', { who: by }) : by;
    };

    return {
      nameOf,
      hintOf: (key: string) => textOf(`hint.${key.split('.').at(-1)}`),
      optionText,
      valueText,
      reasonOf,
      whoOf,
    };
  }, [model, t, i18n, word]);
}
export type SettingWords = ReturnType<typeof useSettingWords>;
