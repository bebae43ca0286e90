import { foldText, pairScripts } from '@sweepline/contract';

/**
 * Texts of which `search_terms` has the terms wherever they stand in another text. The migration of `search_device_ids` names the
 * rows with other signs, such as accents of their own, which change the letter before them.
 */
const isIndexable =
  /^[\x20-\x7e\u00c0-\u012f\u0132-\u024f\u3041-\u3096\u30a1-\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/;
const runOfPairScript = new RegExp(`([${pairScripts}]+)`, 'g');
const startsInPairScript = new RegExp(`^[${pairScripts}]`);
/** Longer words have more terms than their beginnings. */
const maxBeginningLength = 8;
const maxWordLength = 40;

/**
 * A question, in the language of `tsquery`, that the terms of every text answer which contains this one as `ilike` does. Texts that
 * only have the same parts answer it too, so its rows are compared again. Undefined if the index cannot tell.
 */
export function containedTerms(text: string): string | undefined {
  if (!isIndexable.test(text)) return undefined;
  // The letter keeps a sign at the beginning.
  const folded = foldText(`a${text}`).slice(1);
  const words = folded.replace(runOfPairScript, ' $1 ').split(' ').filter(Boolean);
  const questions = words.flatMap((word, n) =>
    questionOf([...word].slice(0, maxWordLength), n > 0 || folded.startsWith(' ')),
  );
  return questions.length === 0 ? undefined : questions.map((each) => `(${each})`).join(' & ');
}

/** Empty for a part of a word that is too short to have a term. */
function questionOf(word: readonly string[], isBeginning: boolean): string[] {
  if (startsInPairScript.test(word[0]!))
    return word.length === 1
      ? [`'${word[0]}':*`]
      : [
          neighbours(word, 2)
            .map((pair) => `'${pair}'`)
            .join(' & '),
        ];
  const whole = word.join('');
  const beginning = word.length > maxBeginningLength ? `'${whole}':*` : `'^${whole}'`;
  if (isBeginning) return [beginning];
  const inside = neighbours(word, 3).map((triple) => `'+${triple}'`);
  return inside.length === 0 ? [] : [`${beginning} | (${inside.join(' & ')})`];
}

/** Neighbours in a word, `size` at a time. */
const neighbours = (word: readonly string[], size: number) =>
  Array.from({ length: Math.max(0, word.length - size + 1) }, (_, n) => word.slice(n, n + size).join(''));
