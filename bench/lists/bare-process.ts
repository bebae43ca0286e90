import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { measuredLists } from './lists.ts';

interface Message {
  databaseUrl: string;
  /** The companies of caller n, as a program without a fence would keep them in its session. */
  companies: string[][];
}

/** Bare Node and `pg`: no session, no permission, no schema, no row-level security. The path says which list. */
process.once('message', ({ databaseUrl, companies }: Message) => {
  const [address, options] = connectionOf(databaseUrl);
  const { pathname, username } = new URL(address);
  const pool = new pg.Pool({
    max: 10,
    database: pathname.slice(1),
    user: username,
    host: String(options.host),
  });
  const byPath = new Map(measuredLists.map((list) => [`/${encodeURIComponent(list.name)}`, list]));

  const server = createServer((request, response) => {
    void (async () => {
      // It is our own bench that asks.
      const { page, pageSize } = (await json(request)) as { page: number; pageSize: number };
      const { rows, total } = byPath.get(request.url ?? '')!;
      const fence = companies[Number(request.headers['x-caller'])];
      const [list, counted] = await Promise.all([
        pool.query(rows, [fence, pageSize, (page - 1) * pageSize]),
        pool.query(total, [fence]),
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
