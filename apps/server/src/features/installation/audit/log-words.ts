import words from './log-words.json' with { type: 'json' };

/** Texts in the order of the contract's `langs`: English, Simplified and Traditional Chinese, Japanese, Korean, German. */
export type Six = readonly [string, string, string, string, string, string];
type Words = Readonly<Record<string, Six>>;

interface LogWords {
  /** Verbs by the name of the call. With the noun of the family they form a text such as "Created task". */
  verbs: Words;
  /** Nouns by family of calls. */
  nouns: Words;
  /** Whole phrases by `family.name`, for calls where verb and noun form no natural text. */
  phrases: Words;
  /** Names of rows by table, where they differ from the noun of the family. */
  tables: Words;
  /** Labels of columns. A column without a label is shown by its own name. */
  fields: Words;
}

/** A test checks that each entry has six texts and that every writing call has a text. */
export const logWords = words as unknown as LogWords;
