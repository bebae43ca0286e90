import { z } from 'zod';
import { framesIn, type CopyFrame } from './copy-frames.ts';
import { columnList, quoteName, type CopiedTable } from './copy-snapshot.ts';
import type { WireConnection } from '../wire/wire-connection.ts';

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
const sequencesSchema = z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() }));

const tables = `select quote_ident(relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
const keys = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) || chr(10)
    || format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Loads a snapshot into a migrated database, in one transaction: after an interruption the tables are empty. Foreign keys are dropped and
 * added again, which checks them; switching them off would need a superuser. Returns the number of tables.
 */
export async function loadSnapshot(wire: WireConnection, source: AsyncIterable<Buffer>): Promise<number> {
  await wire.values('begin');
  const names = await wire.values(tables);
  const pairs = (await wire.values(keys)).map((text) => text.split('\n'));
  for (const [drop = ''] of pairs) await wire.values(drop);
  for (const name of names) await wire.values(`alter table public.${name} disable trigger user`);
  await wire.values(`truncate ${names.map((name) => `public.${name}`).join(', ')}`);
  const count = await loadFrames(wire, framesIn(source));
  for (const name of names) await wire.values(`alter table public.${name} enable trigger user`);
  for (const [, add = ''] of pairs) await wire.values(add);
  await wire.values('commit');
  return count;
}

async function loadFrames(wire: WireConnection, frames: AsyncGenerator<CopyFrame>): Promise<number> {
  let count = 0;
  for await (const { type, body } of frames) {
    if (type === 'T') {
      await loadTable(wire, tableSchema.parse(JSON.parse(body.toString())), frames);
      count += 1;
    }
    if (type === 'S')
      for (const { name, value, isCalled } of sequencesSchema.parse(JSON.parse(body.toString())))
        await wire.values(
          `select setval(${sqlText(`public.${quoteName(name)}`)}::regclass, ${BigInt(value)}, ${isCalled})`,
        );
    if (type === 'Z') break;
  }
  return count;
}

/** Sends the rows of one table. The frames are read by hand: leaving a `for` loop would end their generator. */
async function loadTable(
  wire: WireConnection,
  table: CopiedTable,
  frames: AsyncGenerator<CopyFrame>,
): Promise<void> {
  const copy = `copy public.${quoteName(table.name)} (${columnList(table)}) from stdin (format binary)`;
  for await (const { type } of wire.query(copy)) {
    if (type !== 'G') continue;
    for (let next = await frames.next(); !next.done && next.value.type === 'D'; next = await frames.next())
      await wire.send('d', next.value.body);
    await wire.send('c');
  }
}
