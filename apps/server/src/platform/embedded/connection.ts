import type { Options } from 'postgres';

/** Owns the embedded database's tables and runs migrations. */
export const ownerRole = 'sweepline';
/** What the running server signs in to the embedded database as; the migrator gives it its rights. */
export const serverRole = 'sweepline_app';

type Connection = Options<Record<string, never>>;

/**
 * What `postgres()` needs for a database URL. libpq's way to name a socket folder, `?host=/folder`, is not
 * understood by postgres.js, which would send it to the server as a setting; this takes it out and passes it on.
 */
export function connectionOf(databaseUrl: string): [url: string, options: Connection] {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  if (!folder?.startsWith('/')) return [databaseUrl, {}];
  url.searchParams.delete('host');
  return [url.href, { host: folder }];
}

/** The same server, another database. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database, another role; without one it is left as it is. */
export function withRole(databaseUrl: string, role: string | undefined): string {
  const url = new URL(databaseUrl);
  url.username = role ?? url.username;
  return url.href;
}

/** The URL of a database behind the socket in `folder`. psql understands it as it is. */
export function socketUrl(folder: string, database: string, role = ownerRole): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
