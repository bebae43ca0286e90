import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import type { Asked, BareList } from './query.ts';

/** Bare Node with `pg`: no session, permission, schema or row-level security. A header names the company. */
process.once('message', ({ databaseUrl, rowsSql, totalSql }: BareList) => {
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
      const { states, page, pageSize } = (await json(request)) as Asked;
      const scope = [[request.headers['x-company']], states];
      const [list, total] = await Promise.all([
        pool.query(rowsSql, [...scope, pageSize, (page - 1) * pageSize]),
        pool.query(totalSql, scope),
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
