import type postgres from 'postgres';
import type { Standing } from '../tree.ts';

/** A text in every record of a company. It must never reach an account that does not see the company. */
export const canaryOf = (standing: Standing) => `canary-${standing}-bird`;

/** Columns with texts that users write; a leak would show them. */
const textColumns = [
  ...['name', 'nickname', 'address', 'location', 'contact_name', 'contact_email', 'scenario'],
  ...['email', 'description', 'title', 'remark', 'comment', 'content', 'note', 'text'],
];

/** Names that the contract lists: answers with another text would be refused. */
const listedNames = new Set(['api_events.name', 'webhook_deliveries.name']);

/** Writes each company's canary into the text columns of its records. Returns the number of columns. */
export async function plantCanaries(
  sql: postgres.Sql,
  companies: Readonly<Record<Standing, string>>,
): Promise<number> {
  const columns = await sql<{ table: string; column: string; owner: string }[]>`
    select c.table_name as table, c.column_name as column,
      case when c.table_name = 'companies' then 'id' else 'company_id' end as owner
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'text' and c.column_name in ${sql(textColumns)}
      and c.table_name not like 'audit%'
      and (c.table_name = 'companies' or exists (select 1 from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'company_id'))
      and exists (select 1 from pg_class where relname = c.table_name and not relispartition)`;
  const free = columns.filter(({ table, column }) => !listedNames.has(`${table}.${column}`));
  for (const { table, column, owner } of free) {
    for (const [standing, id] of Object.entries(companies)) {
      const canary = canaryOf(standing as Standing);
      // Answers are checked by the contract too, so a mail address must stay valid.
      const text = column.endsWith('email')
        ? sql`${`${canary}@example.com`}`
        : sql`btrim(${sql(column)} || ' ' || ${canary})`;
      await sql`update ${sql(table)} set ${sql(column)} = ${text} where ${sql(owner)} = ${id}`;
    }
  }
  return free.length;
}
