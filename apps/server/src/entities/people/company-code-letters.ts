const initials = 'ABCDEFGHJKLMNOPQRSTWXYZ';
/** The first characters with each of these initials in the order of pinyin. */
const firstOf = [...'吖八嚓咑妸发旮哈丌咔垃妈拏噢妑七呥仨他屲夕丫帀'];
const pinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

/** Names whose usual reading is not the one of the order. */
const readings: readonly (readonly [RegExp, string])[] = [
  [/重(?=庆|慶)/g, 'C'],
  [/[长長]/g, 'C'],
  [/[厦廈](?=门|門)/g, 'X'],
];
/** Legal forms say nothing of a company. */
const legalForm = /(股份有限公司|有限责任公司|有限公司|集团|公司|集團)+$/;

const initialOf = (character: string): string =>
  /[A-Z]/.test(character)
    ? character
    : (initials[firstOf.findLastIndex((first) => pinyin.compare(first, character) <= 0)] ?? '');

/** Regions and scripts that read the same characters otherwise. */
const otherRegions = new Set(['JP', 'KR']);
const otherScripts = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The pinyin initials of a Chinese name as Latin words, from which the database makes the code of a company; undefined for a name
 * with Latin letters of its own, and for one that is not read as Chinese.
 */
export function pinyinWords({
  name,
  region = '',
}: {
  name: string;
  region?: string | undefined;
}): string | undefined {
  if (/[a-z]/i.test(name) || otherRegions.has(region) || otherScripts.test(name)) return undefined;
  const core = name.trim().replace(legalForm, '') || name;
  const read = readings.reduce((text, [word, letter]) => text.replace(word, letter), core);
  const words = [...read].filter((one) => /[\p{Script=Han}A-Z]/u.test(one)).map(initialOf);
  return words.length > 0 ? words.join(' ') : undefined;
}
