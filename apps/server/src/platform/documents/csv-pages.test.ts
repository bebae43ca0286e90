import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csvOfPages } from './csv-pages.ts';

test.each([0, 1, 500, 501, 1_200])(
  '%i rows are one file with a heading, whatever its pages',
  async (count) => {
    const rows = Array.from({ length: count }, (_, n) => n);
    const { open } = csvOfPages<number>({
      fileName: 'rows.csv',
      columns: { row: (n) => n },
      read: async ({ page, pageSize }) => ({ list: rows.slice((page - 1) * pageSize, page * pageSize) }),
    });
    const lines = (await text(open() as Readable)).trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines.at(-1)).toContain(count === 0 ? 'row' : String(count - 1));
  },
);
