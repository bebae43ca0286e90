import type { Lang } from '@sweepline/contract';
import type { Column, Content, TDocumentDefinitions, TableCell } from 'pdfmake/interfaces.js';
import { inFaces, mainFace } from '../../../../platform/documents/pdf-fonts.ts';
import { readerFormat, type Reader } from '../../../../platform/documents/reader-format.ts';
import { documentTexts, filled } from '../report-texts.ts';

export const colours = {
  brand: '#0E7C86',
  ink: '#111A1F',
  soft: '#4A5A63',
  faint: '#7B8A93',
  line: '#D5DEE2',
  paper: '#F5F7F8',
  SUCCESS: '#1F8A4C',
  PARTIAL: '#8A6D00',
  FAILED: '#C62F2F',
} as const;

export const amber = '#B25E00';
export const red = '#B3261E';

/** Width of the page between its margins, in points. */
export const pageWidth = 515;

/** Texts, number format and fonts of one document. */
export function contextFor(reader: Reader) {
  const { lang } = reader;
  return {
    lang,
    texts: documentTexts[lang],
    format: readerFormat(reader),
    face: mainFace(lang),
    say: <L extends object>(text: string, style?: L) => ({ text: inFaces(text, lang), ...style }),
  };
}
export type DocumentContext = ReturnType<typeof contextFor>;

/** The heading of a part, as a question. */
export const question = ({ say }: DocumentContext, text: string): Content =>
  say(text, { bold: true, fontSize: 11, margin: [0, 16, 0, 6], headlineLevel: 1 });

interface BigFigure {
  label: string;
  value: string;
  beside?: string;
}

/** The main figures of a document in one row. */
export const figureRow = ({ say }: DocumentContext, figures: readonly BigFigure[]): Content => ({
  columns: figures.map(({ label, value, beside }): Column => ({
    width: '*',
    stack: [
      say(label, { fontSize: 8, color: colours.soft }),
      say(value, { fontSize: 17, bold: true, margin: [0, 1, 0, 0] }),
      ...(beside ? [say(beside, { fontSize: 7.5, color: colours.soft })] : []),
    ],
  })),
  columnGap: 14,
  margin: [0, 12, 0, 4],
});

export interface TableShape {
  heads: readonly string[];
  widths: readonly (number | string)[];
  /** Columns with numbers, which are aligned to the right. */
  numeric: readonly number[];
}

/** A table with hairlines. Its header is repeated on every page. */
export function table(
  { say }: DocumentContext,
  { heads, widths, numeric }: TableShape,
  rows: readonly (readonly string[])[],
): Content {
  const side = (column: number) => (numeric.includes(column) ? 'right' : 'left');
  const cells = (row: readonly string[], style: object): TableCell[] =>
    row.map((text, column) => say(text, { alignment: side(column), ...style }));
  return {
    table: {
      headerRows: 1,
      widths: [...widths],
      dontBreakRows: true,
      body: [
        cells(heads, { fontSize: 7.5, color: colours.soft }),
        ...rows.map((row) => cells(row, { fontSize: 8.5 })),
      ],
    },
    layout: {
      hLineWidth: (index) => (index === 0 ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: () => colours.line,
      paddingLeft: (index) => (index === 0 ? 0 : 6),
      paddingRight: () => 0,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  };
}

/** Coloured squares with their meaning. */
export const legend = (
  { say }: DocumentContext,
  entries: readonly { colour: string; text: string }[],
): Content => ({
  columns: entries.flatMap(({ colour, text }): Column[] => [
    {
      width: 9,
      canvas: [{ type: 'rect', x: 0, y: 2, w: 7, h: 7, r: 1.5, color: colour }],
    },
    { width: 'auto', ...say(text, { fontSize: 8, color: colours.soft }) },
  ]),
  columnGap: 5,
  margin: [0, 5, 0, 0],
});

/** The product's mark. */
const mark = `<svg viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colours.brand}"/><path d="M8 9.5h13a3.25 3.25 0 0 1 0 6.5H11a3.25 3.25 0 0 0 0 6.5h8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="22.5" r="2.4" fill="#fff"/></svg>`;

interface Head {
  /** The customer's logo, PNG or JPEG. Without it the product's mark is shown. */
  logo: Uint8Array | undefined;
  company: string;
  title: string;
}

/** The head of a document: logo, company and title. */
export function head({ say }: DocumentContext, { logo, company, title }: Head): Content {
  const picture: Column = logo
    ? { width: 'auto', stack: [{ image: dataUrl(logo), fit: [120, 30] }] }
    : { width: 24, stack: [{ svg: mark, width: 24 }] };
  const words: Column[] = [
    { width: '*', ...say(company, { fontSize: 11, bold: true }), margin: [0, 5, 0, 0] },
    { width: 'auto', ...say(title, { fontSize: 9, color: colours.soft }), margin: [0, 7, 0, 0] },
  ];
  return { columns: [picture, ...words], columnGap: 9 };
}

const dataUrl = (bytes: Uint8Array) =>
  `data:image/${bytes[0] === 0xff ? 'jpeg' : 'png'};base64,${Buffer.from(bytes).toString('base64')}`;

interface Sheet {
  context: DocumentContext;
  title: string;
  madeAt: string;
  content: Content[];
}

/** The page of all documents: margins, default style and footer. */
export const sheetOf = ({ context, title, madeAt, content }: Sheet): TDocumentDefinitions => {
  const { texts, format, say, face, lang } = context;
  return {
    pageSize: 'A4',
    pageMargins: [40, 36, 40, 46],
    info: { title, creator: 'Sweepline', producer: 'Sweepline', creationDate: new Date(madeAt) },
    language: languageTags[lang],
    defaultStyle: { font: face, fontSize: 9, color: colours.ink, lineHeight: 1.15 },
    content,
    footer: (page, pages) => ({
      margin: [40, 14, 40, 0],
      columns: [
        say(filled(texts.made, { time: format.time(madeAt), zone: format.timezone }), {
          fontSize: 7.5,
          color: colours.faint,
        }),
        say(filled(texts.page, { page, pages }), {
          fontSize: 7.5,
          color: colours.faint,
          alignment: 'right',
        }),
      ],
    }),
    pageBreakBefore: (node, nodes) =>
      // A heading is never the last node of a page.
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  };
};

const languageTags: Record<Lang, string> = {
  en: 'en',
  'zh-cn': 'zh-Hans',
  'zh-cw': 'zh-Hant',
  ja: 'ja',
  ko: 'ko',
  ge: 'de',
};

/** A fingerprint in two halves, with its label and a hint on how to compare it. */
export const fingerprint = (
  { say }: DocumentContext,
  sha256: string,
  of: string,
  hint: string,
): Content[] => [
  say(of, { fontSize: 8, color: colours.soft, margin: [0, 6, 0, 0] }),
  say(`${sha256.slice(0, 32)} ${sha256.slice(32)}`, { fontSize: 8.5 }),
  say(hint, { fontSize: 7.5, color: colours.faint, margin: [0, 2, 0, 0] }),
];
