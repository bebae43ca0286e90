const separators =
  /[\0-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u303f]+/g;

/**
 * A text as the search compares it: case, accents, width and composed forms make no difference, and signs are spaces. The
 * function `search_fold` of the database does the same.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .normalize('NFKC')
    .replace(separators, ' ')
    .trim();

/** Scripts that write no spaces between words, as part of a regular expression's class. */
export const pairScripts = String.raw`\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff`;
