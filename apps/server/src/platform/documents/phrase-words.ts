import { langs, type Lang, lookup } from '@sweepline/contract';
import { fillText } from '../runtime/fill-text.ts';

/** Phrases of texts that the server writes, by name: one text per language, in the order of `langs`. */
export type Phrases<K extends string> = Readonly<Record<K, readonly string[]>>;

/** A phrase in one language. Each `{placeholder}` is replaced by its value, or by nothing without one. */
export const wordsOf =
  <K extends string>(phrases: Phrases<K>) =>
  (lang: Lang) =>
  (phrase: K, values: Readonly<Record<string, string>> = {}): string => {
    const text = phrases[phrase][langs.indexOf(lang)] ?? phrases[phrase][0] ?? '';
    return fillText(text, (name) => lookup(values, name) ?? '');
  };
