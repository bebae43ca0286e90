import { langs, type Lang, lookup } from '@sweepline/contract';

/** Phrases of what the server writes itself, by name: one text a language, in the order of `langs`. */
export type Phrases<K extends string> = Readonly<Record<K, readonly string[]>>;

/** A phrase in one language; its `{holes}` are filled with what is given, and one that nobody fills is left empty. */
export const wordsOf =
  <K extends string>(phrases: Phrases<K>) =>
  (lang: Lang) =>
  (phrase: K, given: Readonly<Record<string, string>> = {}): string => {
    const text = phrases[phrase][langs.indexOf(lang)] ?? phrases[phrase][0] ?? '';
    return text.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => lookup(given, name) ?? '');
  };
