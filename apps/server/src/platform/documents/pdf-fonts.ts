import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Lang } from '@sweepline/contract';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** Where each face comes from; the letters of a document are cut out of it and embedded. */
const faces = {
  SC: [require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans'],
  TC: [require.resolve('@embedpdf/fonts-tc'), 'NotoSansHant'],
  JP: [require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP'],
  KR: [require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR'],
} as const;
export type Face = keyof typeof faces;

/** Han letters are drawn as the reader's language draws them; what that face lacks is taken from the next. */
const order: Record<Lang, readonly [Face, ...Face[]]> = {
  en: ['SC', 'TC', 'JP', 'KR'],
  ge: ['SC', 'TC', 'JP', 'KR'],
  'zh-cn': ['SC', 'TC', 'JP', 'KR'],
  'zh-cw': ['TC', 'JP', 'SC', 'KR'],
  ja: ['JP', 'TC', 'SC', 'KR'],
  ko: ['KR', 'TC', 'JP', 'SC'],
};
export const mainFace = (lang: Lang): Face => order[lang][0];

const pathOf = (face: Face, weight: 'Regular' | 'Bold') => {
  const [entry, name] = faces[face];
  return join(dirname(entry), '..', 'fonts', `${name}-${weight}.otf`);
};

/** All faces, as the layout takes them. */
export const pdfFonts = Object.fromEntries(
  (Object.keys(faces) as Face[]).map((face) => [
    face,
    { normal: pathOf(face, 'Regular'), bold: pathOf(face, 'Bold') },
  ]),
);

const opened = new Map<Face, Font>();
function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  // None of these files is a collection of fonts.
  const font = create(readFileSync(pathOf(face, 'Regular'))) as Font;
  opened.set(face, font);
  return font;
}

/** A text in pieces of one face each; a letter no face has stays with the first and shows as a box. */
export function inFaces(text: string, lang: Lang): { text: string; font: Face }[] {
  const pieces: { text: string; font: Face }[] = [];
  const [first] = order[lang];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    const last = pieces.at(-1);
    const font =
      code < 0x250 ? first : (order[lang].find((face) => fontOf(face).hasGlyphForCodePoint(code)) ?? first);
    if (last && last.font === font) last.text += letter;
    else pieces.push({ text: letter, font });
  }
  return pieces;
}
