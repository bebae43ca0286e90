import postgres from 'postgres';
import { connectionOf } from '../platform/embedded/connection.ts';

/** One connection of the owner, to which row-level security does not apply. */
export function ownerOf(url: string): postgres.Sql {
  const [address, options] = connectionOf(url);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
}

export async function asOwner<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = ownerOf(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
