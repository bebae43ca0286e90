import type { Tx } from '../db.ts';
import type { Position } from './list-cache.ts';
import type { ListPart } from './list-order.ts';

export interface PageInput {
  page: number;
  pageSize: number;
}

/** The ids of a list, by the tables that filter and order it. */
interface IdQuery {
  id: string;
  from: string;
  condition: { sql: string; params: unknown[] };
  parts: readonly ListPart[];
}

type IdRow = { id: string; part: number } & Record<string, unknown>;

/** The ids of a page. A deep page begins at a known position near it, if there is one. */
export async function pageIds(db: Tx, query: IdQuery, { page, pageSize }: PageInput): Promise<string[]> {
  const offset = (page - 1) * pageSize;
  const { parts, condition } = query;
  const key = `${query.from} ${condition.sql} ${parts.map(({ order }) => order).join()} ${JSON.stringify(condition.params)}`;
  const read = (position?: Position) =>
    db.raw<IdRow>(idsSql(query, position), [
      ...condition.params,
      pageSize,
      offset - (position?.offset ?? 0),
      ...(position?.values ?? []),
    ]);
  const position = db.listCache?.position(db.scopeText, key, offset);
  const near = await read(position);
  // Rows before the position may be gone since.
  const rows = position && near.length < pageSize ? await read() : near;
  const keep = (row: IdRow | undefined, at: { offset: number; isRow: boolean }) => {
    if (!row) return;
    const { keys, comparison } = parts[row.part]!;
    const values = keys.map((_, n) => row[n]).filter((value) => value !== null);
    if (comparison) db.listCache?.keep(db.scopeText, key, { ...at, part: row.part, values });
  };
  keep(rows[0], { offset, isRow: true });
  keep(rows.at(-1), { offset: offset + rows.length, isRow: false });
  return rows.map(({ id }) => id);
}

/** PostgreSQL reads the parts one after another, and the later ones only if the page is not full. */
function idsSql(
  { id, from, condition: { sql: where, params }, parts }: IdQuery,
  position?: Position,
): string {
  const [limit, offset] = [`$${params.length + 1}::bigint`, `$${params.length + 2}::bigint`];
  const rowsOf = ({ condition, order, keys, comparison }: ListPart, part: number) => {
    const known = keys.filter((key) => key !== 'null');
    const after =
      position?.part === part
        ? `(${known.join(', ')}) ${comparison}${position.isRow ? '=' : ''} (${known.map((_, n) => `$${params.length + n + 3}`).join(', ')})`
        : undefined;
    return `select ${id} as id, ${part} as part, ${keys.map((text, n) => `${text} as "${n}"`).join(', ')}
      from ${from} where ${[where, condition, after].filter(Boolean).join(' and ')} order by ${order}`;
  };
  const texts = parts.map(rowsOf).slice(position?.part ?? 0);
  const [only] = texts;
  if (texts.length === 1) return `${only} limit ${limit} offset ${offset}`;
  return `select * from (${texts.map((text) => `(${text} limit ${limit} + ${offset})`).join(' union all ')}) as parts
    limit ${limit} offset ${offset}`;
}
