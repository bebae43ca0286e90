import type { Readable } from 'node:stream';
import { zipStream } from './zip-stream.ts';
import { cellOf, columnName, numberFormats, textCell, type SheetCell } from './sheet-cells.ts';

interface Sheet {
  heads: readonly string[];
  /** The width of each column, in characters. */
  widths: readonly number[];
  /** Batches of rows; each batch is written as one chunk. */
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const relations = `${office}/officeDocument/2006/relationships`;

async function* sheetText({ heads, widths, rows }: Sheet): AsyncGenerator<string> {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const names = heads.map((_, at) => columnName(at));
  const style = ` s="${numberFormats.indexOf('head')}"`;
  const head = heads.map((text, at) => textCell(`${names[at]}1`, text, style)).join('');
  yield `${xml}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${head}</row>`;
  let at = 1;
  const rowOf = (row: readonly SheetCell[]) => {
    at++;
    return `<row r="${at}">${row.map((cell, n) => cellOf(`${names[n] ?? columnName(n)}${at}`, cell)).join('')}</row>`;
  };
  for await (const piece of rows) yield piece.map(rowOf).join('');
  yield '</sheetData></worksheet>';
}

function styles(): string {
  const ownFormats = numberFormats.slice(2);
  const formats = ownFormats
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
    .join('');
  const base = 'fillId="0" borderId="0"';
  const cellFormats = ownFormats.map(
    (_, at) => `<xf numFmtId="${164 + at}" fontId="0" ${base} xfId="0" applyNumberFormat="1"/>`,
  );
  const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`;
  const fill = (type: string) => `<fill><patternFill patternType="${type}"/></fill>`;
  return `${xml}<styleSheet ${main}><numFmts count="${ownFormats.length}">${formats}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2">${fill('none')}${fill('gray125')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" ${base}/></cellStyleXfs><cellXfs count="${numberFormats.length}"><xf numFmtId="0" fontId="0" ${base} xfId="0"/><xf numFmtId="0" fontId="1" ${base} xfId="0" applyFont="1"/>${cellFormats.join('')}</cellXfs></styleSheet>`;
}

const part = (name: string, type: string) =>
  `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
const related = (...all: readonly string[]) =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships">${all.join('')}</Relationships>`;

/** An XLSX workbook (ECMA-376) of one sheet, streamed while its rows arrive, so its size does not matter. */
export const sheetStream = (sheet: Sheet): Readable =>
  zipStream([
    {
      name: '[Content_Types].xml',
      content: [
        `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
      ],
    },
    { name: '_rels/.rels', content: [related(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${xml}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        related(relation(1, 'worksheet', 'worksheets/sheet1.xml'), relation(2, 'styles', 'styles.xml')),
      ],
    },
    { name: 'xl/styles.xml', content: [styles()] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetText(sheet) },
  ]);
