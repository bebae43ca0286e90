import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from './texts/en.json';

type Vocabulary = {
  [K in keyof typeof texts]: (typeof texts)[K] extends string ? never : K;
}[keyof typeof texts];

/**
 * Translates values of the contract, such as modes, states, phases and errors. An unknown value, for example of another
 * manufacturer's robot, is shown unchanged.
 */
export function useWords() {
  const { t, i18n } = useTranslation('words');
  return useMemo(() => {
    const word = (vocabulary: Vocabulary, value: string) =>
      i18n.exists(`${vocabulary}.${value}`, { ns: 'words' })
        ? String(t(`${vocabulary}.${value}` as never))
        : value;
    const choices = <V extends string>(vocabulary: Vocabulary, values: readonly V[]) =>
      values.map((value) => ({ value, label: word(vocabulary, value) }));
    const paused = (mode: string) => t('paused', { mode });
    return { word, choices, paused };
  }, [t, i18n]);
}
