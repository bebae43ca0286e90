import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from './texts/en.json';

type Texts = typeof texts;

/** Values of work orders in words, and as choices of a filter or a form. */
export function useWorkOrderWords() {
  const { t } = useTranslation('work-order-words');
  return useMemo(() => {
    const word = <V extends keyof Texts>(vocabulary: V, value: keyof Texts[V] & string): string =>
      String(t(`${vocabulary}.${value}` as never));
    const choices = <V extends keyof Texts, K extends keyof Texts[V] & string>(
      vocabulary: V,
      values: readonly K[],
    ) => values.map((value) => ({ value, label: word(vocabulary, value) }));
    return { word, choices };
  }, [t]);
}
