import { frameOf, jsonFrame } from './copy-frames.ts';
import type { WireConnection } from '../wire/wire-connection.ts';

/** A table of a snapshot with the columns that are copied: generated ones are computed again. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

/** A sequence and its state. */
interface CopiedSequence {
  name: string;
  value: string;
  isCalled: boolean;
}

// A partition is copied with its table.
const selectTables = `select json_build_object('name', c.relname, 'columns',
    json_agg(a.attname order by a.attnum))::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`;

const selectSequences = `select format('select json_build_object(''name'', %L, ''value'', last_value::text, ''isCalled'', is_called)::text from %I',
    relname, relname)
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: CopiedTable): string => columns.map(quoteName).join(', ');

/**
 * Copies the rows of all tables as they are at one moment, in PostgreSQL's binary format. For a database that grants no replication.
 * `onSnapshot` is called when that moment is fixed.
 */
export async function* copySnapshot(wire: WireConnection, onSnapshot: () => void): AsyncGenerator<Buffer> {
  await wire.values('begin isolation level repeatable read read only');
  // Without it a policy would leave out rows; now it is an error.
  await wire.values('set local row_security = off');
  const tables = (await wire.values(selectTables)).map((text) => JSON.parse(text) as CopiedTable);
  onSnapshot();
  for (const table of tables) {
    yield jsonFrame('T', table);
    const rows = `select ${columnList(table)} from public.${quoteName(table.name)}`;
    for await (const { type, body } of wire.query(`copy (${rows}) to stdout (format binary)`))
      if (type === 'd') yield frameOf('D', body);
    yield frameOf('E');
  }
  const sequences: CopiedSequence[] = [];
  for (const select of await wire.values(selectSequences))
    for (const text of await wire.values(select)) sequences.push(JSON.parse(text) as CopiedSequence);
  yield jsonFrame('S', sequences);
  yield frameOf('Z');
  await wire.values('commit');
}
