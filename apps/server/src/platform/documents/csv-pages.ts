import { csvLine, csvMark } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { BytesAnswer } from '../http/bytes.ts';
import type { CsvColumns } from './csv-stream.ts';

const pageSize = 500;

interface Pages<R> {
  fileName: string;
  /** The names in the heading, each with its value of a row. */
  columns: CsvColumns<R>;
  /** Reads a page, from 1, in a transaction of its own: a slow download must not leave one open. */
  read: (page: { page: number; pageSize: number }) => Promise<{ list: readonly R[] }>;
}

/** All pages of a list as one streamed CSV file. */
export function csvOfPages<R>({ fileName, columns, read }: Pages<R>): BytesAnswer {
  const cells = Object.values(columns);
  const lineOf = (row: R) => csvLine(cells.map((cell) => cell(row)));
  async function* chunks() {
    yield csvMark + csvLine(Object.keys(columns));
    for (let page = 1; ; page++) {
      const { list } = await read({ page, pageSize });
      if (list.length > 0) yield list.map(lineOf).join('');
      if (list.length < pageSize) return;
    }
  }
  return { mediaType: 'text/csv; charset=utf-8', fileName, open: () => Readable.from(chunks()) };
}
