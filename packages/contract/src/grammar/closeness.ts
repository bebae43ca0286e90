import { foldText, pairScripts } from './fold-text.ts';

/** How a text matches what was typed; smaller is closer. */
export const closeness = { exact: 0, beginning: 1, part: 2, similar: 3 } as const;
export type Closeness = (typeof closeness)[keyof typeof closeness];

const pairScript = new RegExp(`[${pairScripts}]`);
/** Shorter words have too many similar ones. */
const minSimilar = { word: 4, pairs: 3 };

/** How closely the texts of an item match; undefined if a typed word is in none of them. */
export function closenessOf(typed: string, texts: readonly string[]): Closeness | undefined {
  const query = foldText(typed);
  const folded = texts.map(foldText);
  if (query === '') return undefined;
  if (folded.includes(query)) return closeness.exact;
  const words = folded.flatMap((text) => text.split(' '));
  let farthest: Closeness = closeness.beginning;
  for (const part of query.split(' ')) {
    const found = ofWord(part, words);
    if (found === undefined) return undefined;
    if (found > farthest) farthest = found;
  }
  return farthest;
}

function ofWord(part: string, words: readonly string[]): Closeness | undefined {
  if (words.some((word) => word.startsWith(part))) return closeness.beginning;
  // One or two Latin letters are in the middle of nearly every title.
  if ((part.length > 2 || pairScript.test(part)) && words.some((word) => word.includes(part)))
    return closeness.part;
  return words.some((word) => isSimilar(part, word)) ? closeness.similar : undefined;
}

/** Whether the word begins like the typed part, except for one letter. In scripts without spaces it may begin anywhere. */
function isSimilar(part: string, word: string): boolean {
  const hasNoSpaces = pairScript.test(part);
  if (part.length < (hasNoSpaces ? minSimilar.pairs : minSimilar.word)) return false;
  const starts = hasNoSpaces ? word.length : 1;
  for (let start = 0; start < starts; start++)
    for (const length of [part.length - 1, part.length, part.length + 1])
      if (differsByOne(part, word.slice(start, start + length))) return true;
  return false;
}

/** Whether one letter more, less, replaced or swapped makes the texts equal. */
function differsByOne(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
