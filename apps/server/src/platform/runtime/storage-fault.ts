import postgres from 'postgres';

/**
 * SQLSTATEs of an unavailable, busy, full or unmigrated database, and of a server that has just given robots away
 * (`cluster.sql`): the same rows may be stored later.
 */
const temporary = /^(08|25006|40|42P01|53|55|57|58|SL001|XX)/;
/** Error codes of the driver for parameters that it cannot send. */
const unsendable = new Set(['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED']);

/** The driver's error, which Drizzle wraps. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;

/**
 * Whether the rows caused the error (a value or constraint error, or a bug), so that a retry would fail too. Every other error
 * means that the database is unavailable. 25P02 reports that an earlier statement failed; only single rows show which one.
 */
export function isRowFault(error: unknown): boolean {
  const root = rootOf(error);
  if (root instanceof postgres.PostgresError) return !temporary.test(root.code);
  if (!(root instanceof Error) || root instanceof TypeError || root instanceof RangeError) return true;
  const code = 'code' in root ? String(root.code) : '';
  if (code !== '') return unsendable.has(code);
  return !/connection|terminat|rolled back/i.test(root.message);
}

/** The parts of an error that may be logged. */
export interface FaultDescription {
  type: string;
  message: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

// PostgreSQL quotes a value after a colon or at the beginning. Details and context contain whole rows and are left out.
const withoutValues = (message: string) =>
  message
    .replace(/:? ".*$/s, (rest) => (rest.startsWith(':') ? '' : rest))
    .replace(/^".*" is /s, 'a value is ');

/** An error without the statement, its parameters and the values of the row: logs may outlive deleted data. */
export function describeFault(error: unknown): FaultDescription {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { type: typeof root, message: 'not an error' };
  if (!(root instanceof postgres.PostgresError)) {
    const code = 'code' in root ? { code: String(root.code) } : {};
    return { type: root.name, message: root.message.slice(0, 300), ...code };
  }
  const { code, table_name: table, column_name: column, constraint_name: constraint } = root;
  return {
    type: 'PostgresError',
    code,
    message: withoutValues(root.message),
    ...(table && { table }),
    ...(column && { column }),
    ...(constraint && { constraint }),
  };
}

/** Whether the error comes from a statement; it may contain the statement's text and parameters. */
export const isStatementFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof postgres.PostgresError || 'query' in error || isStatementFault(error.cause));
