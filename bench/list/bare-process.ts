import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { rowsSql, totalSql, type Asked } from './query.ts';

/** Bare Node and `pg`: no session, no permission, no schema, no row-level security. The caller says which company it is. */
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
      // It is our own bench that asks.
      const { states, page, pageSize } = (await json(request)) as Asked;
      const fence = [[request.headers['x-company']], states];
      const [list, total] = await Promise.all([
        pool.query(rowsSql, [...fence, pageSize, (page - 1) * pageSize]),
        pool.query(totalSql, fence),
      ]);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ code: 200, msg: '', data: { list: list.rows, total: total.rows[0].total } }),
      );
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
