import words from './log-words.json' with { type: 'json' };

/** English, Simplified Chinese, Traditional Chinese, Japanese, Korean, German: the order of the contract's `langs`. */
export type Six = readonly [string, string, string, string, string, string];
type Words = Readonly<Record<string, Six>>;

interface LogWords {
  /** What a call does, by its name; with the noun of its family it says what happened: "Created task". */
  verbs: Words;
  /** What calls are about, by family. */
  nouns: Words;
  /** Whole phrases, by `family.name`, where verb and noun do not make a sentence people say. */
  phrases: Words;
  /** What a changed row is, by table, where that is not its family's noun. */
  tables: Words;
  /** What columns are called on the screens. One that is missing is shown by its own name, in plain letters. */
  fields: Words;
}

/** A test proves that each has six texts, and that every call that writes is among them. */
export const logWords = words as unknown as LogWords;
