import { foldText, pairScripts } from '@sweepline/contract';

const runOfPairScript = new RegExp(`([${pairScripts}]+)`, 'g');
const startsInPairScript = new RegExp(`^[${pairScripts}]`);
const maxWordLength = 40;
/** Endings of longer words are left out of a question: “Bürsten” finds “Bürste”, “brushes” finds “brush”. */
const minStemmedLength = 6;
const endingLength = 2;
/** A tsvector has positions up to 16,383, and an article with more words is no answer. */
const maxTerms = 8_000;
const maxQuestionWords = 12;

/** Words that are in nearly every question. They are left out where not all words have to match. */
const commonWords = new Set(
  'the and for not does what how why can cannot with from this that are was will your robot die der das und ist nicht was wie warum mein kein ein eine den dem mit roboter'.split(
    ' ',
  ),
);

const says = (word: string) => startsInPairScript.test(word) || (word.length > 2 && !commonWords.has(word));

/** The words of a text as they are compared: runs of scripts without spaces are words of their own. */
const wordsOf = (text: string): string[] =>
  foldText(text)
    .replace(runOfPairScript, ' $1 ')
    .split(' ')
    .filter(Boolean)
    .map((word) => [...word].slice(0, startsInPairScript.test(word) ? undefined : maxWordLength).join(''));

/** A word as the index stores it. A run without spaces is stored in pairs, and its last character alone. */
function termsOf(word: string): string[] {
  if (!startsInPairScript.test(word)) return [word];
  const characters = [...word];
  return characters.map((character, n) => character + (characters[n + 1] ?? ''));
}

interface IndexedText {
  question: string;
  /** Tags, synonyms and codes. */
  keywords: readonly string[];
  plain: string;
}

/** The tsvector of a text, as PostgreSQL reads it. Its own parser knows no words of scripts without spaces. */
export function searchVector({ question, keywords, plain }: IndexedText): string {
  const terms = new Map<string, string>();
  let position = 0;
  const add = (text: string, weight: string) => {
    for (const term of wordsOf(text).flatMap(termsOf)) {
      if (terms.size >= maxTerms) return;
      position += 1;
      // The first place of a word is its best: the parts are added from the weightiest on.
      if (!terms.has(term)) terms.set(term, weight && `:${position}${weight}`);
    }
  };
  add(question, 'A');
  add(keywords.join(' '), 'B');
  add(plain, '');
  return [...terms].map(([term, place]) => `'${term}'${place}`).join(' ');
}

export interface ArticleQuestion {
  /** Texts with all words, in the language of PostgreSQL's `tsquery`. */
  all: string;
  /** Texts with any of the words that say something, and each of these. */
  any: string;
  parts: readonly string[];
}

/** Undefined for a text of signs only. */
export function articleQuestion(text: string): ArticleQuestion | undefined {
  const words = wordsOf(text).slice(0, maxQuestionWords);
  if (words.length === 0) return undefined;
  const telling = words.filter(says);
  const parts = (telling.length > 0 ? telling : words).flatMap(matches);
  return { all: words.flatMap(matches).join(' & '), any: parts.join(' | '), parts };
}

/** What a text with this word has in the index. */
function matches(word: string): string[] {
  if (startsInPairScript.test(word)) {
    const characters = [...word];
    if (characters.length === 1) return [`'${word}':*`];
    return characters.slice(1).map((character, n) => `'${characters[n]}${character}'`);
  }
  const isNumber = /^\d+$/.test(word);
  const stem = !isNumber && word.length >= minStemmedLength ? word.slice(0, -endingLength) : word;
  return [`'${stem}':*`];
}
