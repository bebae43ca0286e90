import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Lang } from '@sweepline/contract';
import type * as fontkit from 'fontkit';

const require = createRequire(import.meta.url);

/** The package of each face; the glyphs of a document are extracted from it and embedded. */
const faces = {
  SC: [require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans'],
  TC: [require.resolve('@embedpdf/fonts-tc'), 'NotoSansHant'],
  JP: [require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP'],
  KR: [require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR'],
} as const;
export type Face = keyof typeof faces;

/** The order of the faces per language: Han glyphs of the reader's language first, missing glyphs from the next face. */
const faceOrder: Record<Lang, readonly [Face, ...Face[]]> = {
  en: ['SC', 'TC', 'JP', 'KR'],
  ge: ['SC', 'TC', 'JP', 'KR'],
  'zh-cn': ['SC', 'TC', 'JP', 'KR'],
  'zh-cw': ['TC', 'JP', 'SC', 'KR'],
  ja: ['JP', 'TC', 'SC', 'KR'],
  ko: ['KR', 'TC', 'JP', 'SC'],
};
/** The first face of a language. */
export const mainFace = (lang: Lang): Face => faceOrder[lang][0];

const pathOf = (face: Face, weight: 'Regular' | 'Bold') => {
  const [entry, name] = faces[face];
  return join(dirname(entry), '..', 'fonts', `${name}-${weight}.otf`);
};

/** The font files of all faces, in the form that the layout library expects. */
export const pdfFonts = Object.fromEntries(
  (Object.keys(faces) as Face[]).map((face) => [
    face,
    { normal: pathOf(face, 'Regular'), bold: pathOf(face, 'Bold') },
  ]),
);

const fonts = new Map<Face, fontkit.Font>();
function fontOf(face: Face): fontkit.Font {
  const cached = fonts.get(face);
  if (cached) return cached;
  // Loaded with the first document: it would delay each start.
  const { create } = require('fontkit') as typeof fontkit;
  // No file is a font collection, so `create` returns one font.
  const font = create(readFileSync(pathOf(face, 'Regular'))) as fontkit.Font;
  fonts.set(face, font);
  return font;
}

/** Splits a text into pieces of one face each. A letter that no face contains stays with the first and is drawn as a box. */
export function inFaces(text: string, lang: Lang): { text: string; font: Face }[] {
  const pieces: { text: string; font: Face }[] = [];
  const [first] = faceOrder[lang];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    const last = pieces.at(-1);
    const font =
      code < 0x250
        ? first
        : (faceOrder[lang].find((face) => fontOf(face).hasGlyphForCodePoint(code)) ?? first);
    if (last && last.font === font) last.text += letter;
    else pieces.push({ text: letter, font });
  }
  return pieces;
}
