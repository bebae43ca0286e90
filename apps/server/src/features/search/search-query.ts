import { foldText, pairScripts } from '@sweepline/contract';

const runOfPairScript = new RegExp(`([${pairScripts}]+)`, 'g');
const startsInPairScript = new RegExp(`^[${pairScripts}]`);

const maxWords = 8;
const maxWordLength = 40;
const maxWholeLength = 100;
/** Shorter words have too many similar ones. */
const minSimilarLength = 4;

/** The questions for a text, in the language of PostgreSQL's `tsquery`, about the terms of `search_terms`. */
export interface SearchQueries {
  /** The whole text. */
  whole: string;
  /** Words that begin like those of the text, words that contain them, and similar ones; each also answers the former. */
  beginning: string;
  containing: string;
  similar: string;
}

/** Undefined for a text of signs only. */
export function searchQueries(text: string): SearchQueries | undefined {
  const whole = foldText(text);
  if (whole === '') return undefined;
  const words = whole
    .replace(runOfPairScript, ' $1 ')
    .split(' ')
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => [...word].slice(0, maxWordLength));
  const every = (match: (word: string[]) => string) => words.map((word) => `(${match(word)})`).join(' & ');
  return {
    whole: term(`=${[...whole].slice(0, maxWholeLength).join('')}`),
    beginning: every(beginning),
    containing: every((word) => anyOf([beginning(word), ...containing(word)])),
    similar: every((word) => anyOf([beginning(word), ...containing(word), ...similar(word)])),
  };
}

const term = (text: string) => `'${text}'`;
const prefix = (text: string) => `'${text}':*`;
const anyOf = (parts: readonly string[]) => parts.join(' | ');
const isPairWord = (word: readonly string[]) => startsInPairScript.test(word[0] ?? '');

/** Neighbours in a word, `size` at a time. */
const neighbours = (word: readonly string[], size: number) =>
  Array.from({ length: Math.max(0, word.length - size + 1) }, (_, n) => word.slice(n, n + size).join(''));

/** The word with each of its letters left out once. */
const withoutOne = (word: readonly string[]) => word.map((_, n) => word.toSpliced(n, 1));

function beginning(word: readonly string[]): string {
  if (!isPairWord(word) || word.length === 1) return prefix(word.join(''));
  return neighbours(word, 2).map(term).join(' & ');
}

function containing(word: readonly string[]): string[] {
  const triples = isPairWord(word) ? [] : neighbours(word, 3);
  return triples.length > 0 ? [`(${triples.map((triple) => term(`+${triple}`)).join(' & ')})`] : [];
}

function similar(word: readonly string[]): string[] {
  if (isPairWord(word)) return word.length > 2 ? similarPairs(word) : [];
  if (word.length < minSimilarLength) return [];
  const shorter = [...new Set(withoutOne(word).map((letters) => letters.join('')))];
  // A letter is missing in the text, is one too many, or both: then it is a wrong one, or two are swapped.
  return [prefix(`~${word.join('')}`), ...shorter.flatMap((text) => [prefix(text), prefix(`~${text}`)])];
}

/** Each pair may have one character between its two. For a character that is wrong or too many, one is left out. */
const similarPairs = (word: readonly string[]) =>
  [word, ...withoutOne(word)].map((characters) => {
    const pairs = neighbours(characters, 2).map((pair) => `(${anyOf([term(pair), term(`~${pair}`)])})`);
    return `(${pairs.join(' & ')})`;
  });
