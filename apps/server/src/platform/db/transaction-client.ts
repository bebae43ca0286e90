import type { ReservedSql } from 'postgres';
import { lost } from './reserved-connection.ts';

/** Writes an array of booleans as a PostgreSQL array; the driver would declare it as one boolean. */
export const booleanArray = (value: unknown) =>
  Array.isArray(value) && value.some((item) => typeof item === 'boolean')
    ? `{${value.map((item) => (item === null ? 'null' : item ? 't' : 'f')).join(',')}}`
    : value;

/**
 * The part of a connection that drizzle uses. Statements are prepared: an unprepared one with parameters costs postgres.js a
 * second round trip. After the end of the transaction every statement throws, so a handler that outlived its time-out cannot
 * write into the next transaction of the connection.
 */
export function clientOf(connection: ReservedSql, isLost: () => boolean) {
  let ended = false;
  let depth = 0;
  const checkOpen = () => {
    if (ended) throw new Error('the transaction has ended');
    if (isLost()) throw lost();
  };
  const unsafe: ReservedSql['unsafe'] = (text, parameters, options) => {
    checkOpen();
    return connection.unsafe(text, parameters, { ...options, prepare: true });
  };
  const savepoint = async <T>(work: (inner: unknown) => Promise<T>): Promise<T> => {
    checkOpen();
    const name = `s${++depth}`;
    await connection.unsafe(`savepoint ${name}`);
    try {
      return await work(client);
    } catch (error) {
      if (!isLost()) await connection.unsafe(`rollback to savepoint ${name}`);
      throw error;
    }
  };
  // A nested transaction is a savepoint.
  const client = { unsafe, savepoint, begin: savepoint };
  return { client, end: () => void (ended = true) };
}
