import { csvLine, csvMark } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { Ctx } from '../calls/ctx.ts';
import { inScope, type Tx } from '../db/db.ts';
import type { BytesAnswer } from '../http/bytes.ts';

export type CsvColumns<R> = Readonly<Record<string, (row: R) => string | number | null>>;

/** A longer batch delays the calls of other people until its rows are formatted. */
const batchRows = 100;

/** Reads at most `limit` rows after `last` in the order of the file, or the first ones. */
export type ReadAfter<R> = (db: Tx, last: R | undefined, limit: number) => Promise<readonly R[]>;
type Reader = Pick<Ctx, 'services' | 'account'>;

/**
 * All rows in batches. Each batch has its own transaction in the turn of the reader's company: a slow download keeps no transaction
 * open, and a company with many exports leaves connections for others.
 */
export async function* batchesOf<R>({ services, account }: Reader, read: ReadAfter<R>) {
  let last: R | undefined;
  do {
    const after = last;
    const rows = await inScope(services.db, account.scope, (db) => read(db, after, batchRows), {
      readOnly: true,
      home: account.companyId,
      isBulk: true,
    });
    if (rows.length > 0) yield rows;
    last = rows.length < batchRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}

interface Batches<R> {
  reader: Reader;
  fileName: string;
  /** The names in the heading, each with its value of a row. */
  columns: CsvColumns<R>;
  read: ReadAfter<R>;
}

/** The rows as one streamed CSV file. A batch is one chunk: the compression of each single line costs more than reading it. */
export function csvOfBatches<R>({ reader, fileName, columns, read }: Batches<R>): BytesAnswer {
  const cells = Object.values(columns);
  const lineOf = (row: R) => csvLine(cells.map((cell) => cell(row)));
  async function* chunks() {
    yield csvMark + csvLine(Object.keys(columns));
    for await (const rows of batchesOf(reader, read)) yield rows.map(lineOf).join('');
  }
  return { mediaType: 'text/csv; charset=utf-8', fileName, open: () => Readable.from(chunks()) };
}
