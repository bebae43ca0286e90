import type { Options } from 'postgres';

/** The role that owns the embedded database's tables and runs migrations. */
export const ownerRole = 'sweepline';
/** The role with which the server signs in to the embedded database; the migrator grants its rights. */
export const serverRole = 'sweepline_app';

type Connection = Options<Record<string, never>>;

/**
 * The arguments of `postgres()` for a database URL. libpq names a socket folder as `?host=/folder`; postgres.js would send
 * that to the server as a setting. This function moves it to the options.
 */
export function connectionOf(databaseUrl: string): [url: string, options: Connection] {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  if (!folder?.startsWith('/')) return [databaseUrl, {}];
  url.searchParams.delete('host');
  return [url.href, { host: folder }];
}

/** The URL of another database on the same server. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The URL of the same database with another role; unchanged without one. */
export function withRole(databaseUrl: string, role: string | undefined): string {
  const url = new URL(databaseUrl);
  url.username = role ?? url.username;
  return url.href;
}

/** The URL of a database behind the socket in `folder`, in libpq's form; psql accepts it. */
export function socketUrl(folder: string, database: string, role = ownerRole): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
