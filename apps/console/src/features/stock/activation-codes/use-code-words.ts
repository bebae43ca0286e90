import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from './texts/en.json';

type Vocabulary = 'states' | 'usages';

/** The contract's values as translated texts. */
export function useCodeWords() {
  const { t } = useTranslation('stock/activation-codes');
  return useMemo(() => {
    const choices = <V extends Vocabulary>(
      vocabulary: V,
      values: readonly (keyof (typeof texts)[V] & string)[],
    ) =>
      // The parameter type guarantees that the values are keys of that vocabulary.
      values.map((value) => ({ value, label: String(t(`${vocabulary}.${value}` as 'states.UNUSED')) }));
    const model = (name: string) => (name === 'PLAIN' ? t('plain') : name);
    return { choices, model };
  }, [t]);
}
