import postgres from 'postgres';

/** SQLSTATEs that say that the database is away, busy, full or not migrated yet: the same rows may be stored later. */
const temporary = /^(08|25006|40|42P01|53|55|57|58|XX)/;
/** What the driver says of parameters that it cannot send. */
const unsendable = new Set(['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED']);

/** Drizzle wraps what the driver threw. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;

/**
 * Whether the rows are at fault (a value or constraint error, or an error of our code), so that writing them again changes nothing.
 * Everything else is the database being away. 25P02 says that an earlier statement failed; only one row at a time can tell which.
 */
export function isRowFault(error: unknown): boolean {
  const root = rootOf(error);
  if (root instanceof postgres.PostgresError) return !temporary.test(root.code);
  if (!(root instanceof Error) || root instanceof TypeError || root instanceof RangeError) return true;
  const code = 'code' in root ? String(root.code) : '';
  if (code !== '') return unsendable.has(code);
  return !/connection|terminat|rolled back/i.test(root.message);
}

/** What a log may say of an error. */
export interface FaultDescription {
  type: string;
  message: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

// PostgreSQL quotes the value after a colon, or begins with it. Details and context hold whole rows and are left out.
const withoutValues = (message: string) =>
  message
    .replace(/:? ".*$/s, (rest) => (rest.startsWith(':') ? '' : rest))
    .replace(/^".*" is /s, 'a value is ');

/** An error without the statement, its parameters and the values of the row: logs outlive what people delete. */
export function describeFault(error: unknown): FaultDescription {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { type: typeof root, message: 'not an error' };
  if (!(root instanceof postgres.PostgresError)) {
    const code = 'code' in root ? { code: String(root.code) } : {};
    return { type: root.name, message: root.message.slice(0, 300), ...code };
  }
  const { code, table_name: table, column_name: column, constraint_name: constraint } = root;
  return {
    ...{ type: 'PostgresError', code, message: withoutValues(root.message) },
    ...(table && { table }),
    ...(column && { column }),
    ...(constraint && { constraint }),
  };
}

/** Whether the error comes from a statement, whose text and parameters it may repeat. */
export const isStatementFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof postgres.PostgresError || 'query' in error || isStatementFault(error.cause));
