import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../kit/format/format.ts';
import type texts from './texts/en.json';

type Vocabulary = {
  [K in keyof typeof texts]: (typeof texts)[K] extends string ? never : K;
}[keyof typeof texts];

type OwnNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a robot of another maker may name in its own words. */
const ownWords: ReadonlySet<Vocabulary> = new Set(['cleaningMode', 'strength']);
const plain = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).toLowerCase().replaceAll('_', ' ');

/** The languages of the console, as robots call them (docs/protocol/capabilities.md#cleaning). */
const tags: Readonly<Record<string, readonly string[]>> = {
  'zh-cn': ['zh-CN', 'zh'],
  'zh-cw': ['zh-TW', 'zh-Hant'],
  ge: ['de'],
};

function nameIn(names: Readonly<Record<string, string>> | undefined, language: string): string | undefined {
  const tag = [...(tags[language] ?? [language]), 'en'].find((it) => names?.[it] !== undefined);
  return tag === undefined ? undefined : names?.[tag];
}

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
        : ownWords.has(vocabulary)
          ? plain(value)
          : value;
    /** `names` are the robot's own, by value and language. */
    const choices = <V extends string>(vocabulary: Vocabulary, values: readonly V[], names: OwnNames = {}) =>
      values.map((value) => ({
        value,
        label: nameIn(names[value], i18n.language) ?? word(vocabulary, value),
      }));
    const paused = (mode: string) => t('paused', { mode });
    const relocating = (endsAt: string | null | undefined) =>
      endsAt ? t('relocatingUntil', { time: formatClock(endsAt) }) : t('relocating');
    return { word, choices, paused, relocating };
  }, [t, i18n]);
}
