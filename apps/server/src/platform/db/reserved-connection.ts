import type { ReservedSql } from 'postgres';

/** The driver's connection object. The driver sets `reserved` per reservation and clears it when the connection is lost. */
interface ReservedConnection {
  reserved: unknown;
}

/**
 * Detects whether a reserved connection was lost. The driver does not check: it writes a statement for a lost connection to a
 * missing socket in a later turn, where the error is not caught and ends the process.
 */
export function reservedConnection() {
  let connection: ReservedConnection | undefined;
  let reservation: unknown;
  const onexecute = (executing: ReservedConnection) => {
    connection = executing;
    reservation = executing.reserved;
    // The connection accepts more statements; otherwise the next ones would wait for this answer.
    return true;
  };
  return {
    // For the first statement. The driver's own transactions use this option; its types lack it.
    first: { onexecute } as NonNullable<Parameters<ReservedSql['unsafe']>[2]>,
    isLost: () => connection !== undefined && connection.reserved !== reservation,
  };
}

/** The error of a statement on a lost connection. */
export const lost = () =>
  Object.assign(new Error('the database ended the connection'), { code: 'CONNECTION_CLOSED' });
