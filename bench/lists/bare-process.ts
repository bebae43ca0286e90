import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { measuredLists, type MeasuredList } from './lists.ts';

interface Message {
  databaseUrl: string;
  /** The company ids of caller n, in place of a tenant scope. */
  companies: string[][];
  /** Those of people and companies by default. */
  lists?: Pick<MeasuredList, 'name' | 'rows' | 'total'>[];
}

/** Bare Node with `pg`: no session, permission, schema or row-level security. The path selects the list. */
process.once('message', ({ databaseUrl, companies, lists = measuredLists }: Message) => {
  const [address, options] = connectionOf(databaseUrl);
  const { pathname, username } = new URL(address);
  const pool = new pg.Pool({
    max: 10,
    database: pathname.slice(1),
    user: username,
    host: String(options.host),
  });
  const byPath = new Map(lists.map((list) => [`/${encodeURIComponent(list.name)}`, list]));

  const server = createServer((request, response) => {
    void (async () => {
      // Only the bench sends requests, so the body is not validated.
      const { page, pageSize } = (await json(request)) as { page: number; pageSize: number };
      const { rows, total } = byPath.get(request.url ?? '')!;
      const scope = companies[Number(request.headers['x-caller'])];
      const [list, counted] = await Promise.all([
        pool.query(rows, [scope, pageSize, (page - 1) * pageSize]),
        pool.query(total, [scope]),
      ]);
      const data = { list: list.rows, total: counted.rows[0].total };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 200, msg: '', data }));
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
