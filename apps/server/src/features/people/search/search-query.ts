import { foldText, pairScripts } from '@sweepline/contract';

const runOfPairScript = new RegExp(`([${pairScripts}]+)`, 'g');
const startsInPairScript = new RegExp(`^[${pairScripts}]`);

const maxWords = 8;
const maxWordLength = 40;
const maxWholeLength = 100;
/** Shorter words have too many similar ones. */
const minSimilarLength = 4;
/** Beginnings of words up to this length are terms; longer ones are partial matches. */
const maxBeginningLength = 8;
/** Letters that one question for similar words leaves out. */
const lettersPerQuestion = 4;

/** The questions for a text, in the language of PostgreSQL's `tsquery`, about the terms of `search_terms`. */
export interface SearchQueries {
  /** The whole text. */
  whole: string;
  /** Words that begin like those of the text, and words that begin so or contain them. */
  beginning: string;
  containing: string;
  /** Similar words, where the others find nothing: asked one after another until there are enough rows. */
  similar: readonly string[];
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
    similar:
      words.length === 1
        ? similar(words[0]!)
        : [every((word) => anyOf([beginning(word), ...containing(word), ...similar(word)]))],
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

const beginningOf = (word: string) => (word.length > maxBeginningLength ? prefix(word) : term(`^${word}`));

function beginning(word: readonly string[]): string {
  if (!isPairWord(word)) return beginningOf(word.join(''));
  if (word.length === 1) return prefix(word.join(''));
  return neighbours(word, 2).map(term).join(' & ');
}

function containing(word: readonly string[]): string[] {
  const triples = isPairWord(word) ? [] : neighbours(word, 3);
  return triples.length > 0 ? [`(${triples.map((triple) => term(`+${triple}`)).join(' & ')})`] : [];
}

/** Questions of a few alternatives each: the cost of each row that matches grows with their number. */
function similar(word: readonly string[]): string[] {
  if (isPairWord(word)) return word.length > 2 ? [anyOf(similarPairs(word))] : [];
  if (word.length < minSimilarLength) return [];
  const shorter = [...new Set(withoutOne(word).map((letters) => letters.join('')))];
  const groups = Array.from({ length: Math.ceil(shorter.length / lettersPerQuestion) }, (_, n) =>
    shorter.slice(n * lettersPerQuestion, (n + 1) * lettersPerQuestion),
  );
  // A letter is missing in the text, is one too many, or both: then it is a wrong one, or two are swapped. Words of the same length
  // come first: many longer ones could take their places.
  return [
    anyOf([word.join(''), ...shorter].map((text) => term(`~${text}`))),
    prefix(`~${word.join('')}`),
    ...groups.map((group) => anyOf(group.flatMap((text) => [beginningOf(text), prefix(`~${text}`)]))),
  ];
}

/** Each pair may have one character between its two. For a character that is wrong or too many, one is left out. */
const similarPairs = (word: readonly string[]) =>
  [word, ...withoutOne(word)].map((characters) => {
    const pairs = neighbours(characters, 2).map((pair) => `(${anyOf([term(pair), term(`~${pair}`)])})`);
    return `(${pairs.join(' & ')})`;
  });
