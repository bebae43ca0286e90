import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';

/** The request of the bare side: the question that answers the text, in PostgreSQL's language. */
export interface BareSearch {
  query: string;
}

const kinds = [
  `select 'device' as kind, d.id, d.nickname as name, d.sn as detail, c.name as company_name, l.state
   from devices d join companies c on c.id = d.company_id left join device_live l on l.id = d.id
   where search_terms(d.company_id, d.nickname, d.sn) @@ $1::tsquery and ($2::uuid[] is null or d.company_id = any($2)) limit 6`,
  `select 'company', c.id, c.name, c.location, null, null from companies c
   where search_terms(c.id, c.name) @@ $1::tsquery and ($2::uuid[] is null or c.id = any($2)) limit 6`,
  `select 'site', s.id, s.name, s.address, c.name, null from sites s join companies c on c.id = s.company_id
   where search_terms(s.company_id, s.name, s.address) @@ $1::tsquery and ($2::uuid[] is null or s.company_id = any($2)) limit 6`,
  `select 'task', t.id, t.name, null, c.name, null from tasks t join companies c on c.id = t.company_id
   where search_terms(t.company_id, t.name) @@ $1::tsquery and ($2::uuid[] is null or t.company_id = any($2)) limit 6`,
  `select 'account', a.id, a.nickname, a.username, c.name, null from accounts a join companies c on c.id = a.company_id
   where search_terms(a.company_id, a.nickname, a.username) @@ $1::tsquery and ($2::uuid[] is null or a.company_id = any($2)) limit 6`,
];
const searchSql = kinds.map((kind) => `(${kind})`).join(' union all ');

/** Bare Node with `pg` and the same indexes: no session, permission, schema, ranking or row-level security. */
process.once('message', (databaseUrl: string) => {
  const [address, options] = connectionOf(databaseUrl);
  const { pathname, username } = new URL(address);
  const pool = new pg.Pool({
    max: 10,
    database: pathname.slice(1),
    user: username,
    host: String(options.host),
  });
  const server = createServer((request, response) => {
    void (async () => {
      // Only the bench sends requests, so the body is not validated.
      const { query } = (await json(request)) as BareSearch;
      const company = request.headers['x-company'];
      const { rows } = await pool.query(searchSql, [query, company ? [company] : null]);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 200, msg: '', data: { list: rows, total: rows.length } }));
    })();
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
  process.once('message', () => {
    server.closeAllConnections();
    server.close();
    void pool.end().then(() => process.disconnect());
  });
});
