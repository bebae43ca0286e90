import type { ReservedSql } from 'postgres';
import type { Replacement } from './connection-replacement.ts';
import type { PreparedStatements } from './prepared-statements.ts';

/** The driver's connection object. The driver sets `reserved` per reservation and clears it when the connection is lost. */
interface DriverConnection {
  /** It stays the same when the driver opens a lost connection again. */
  id: number;
  reserved: unknown;
  /** Ends a connection without a statement under way. */
  terminate(): void;
}

/**
 * What the driver does not say of a reserved connection: which one it is, and whether it was lost. The driver writes a statement for a
 * lost connection to a missing socket in a later turn, where the error is not caught and ends the process.
 */
export function reservedConnection(
  reserved: ReservedSql,
  { statements, replacement }: { statements: PreparedStatements; replacement: Replacement },
) {
  let connection: DriverConnection | undefined;
  let reservation: unknown;
  const onexecute = (executing: DriverConnection) => {
    connection = executing;
    reservation = executing.reserved;
    // The connection accepts more statements; otherwise the next ones would wait for this answer.
    return true;
  };
  return {
    // For the first statement. The driver's own transactions use this option; its types lack it.
    first: { onexecute } as NonNullable<Parameters<ReservedSql['unsafe']>[2]>,
    isLost: () => connection !== undefined && connection.reserved !== reservation,
    /** Whether this connection prepares a text. It is known as soon as the first statement was sent. */
    prepares: (text: string) => connection !== undefined && statements.prepares(connection.id, text),
    /** Returns the connection to the pool, or ends it; the pool then opens it again when it needs it. */
    giveBack: () => {
      if (connection && statements.isSpent(connection.id) && replacement.begin(connection.id))
        connection.terminate();
      else reserved.release();
    },
  };
}

/** The error of a statement on a lost connection. */
export const lost = () =>
  Object.assign(new Error('the database ended the connection'), { code: 'CONNECTION_CLOSED' });

/** Sends the end of a transaction, and gives the connection back when it was answered. */
export async function endTransaction(
  connection: ReservedSql,
  how: 'commit' | 'rollback',
  { isLost, giveBack }: { isLost: () => boolean; giveBack: () => void },
): Promise<void> {
  // The pool already owns the lost connection and reopens it; a release now would lend it out unopened.
  if (isLost()) throw lost();
  try {
    const result = await connection.unsafe(how);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
    if (result.command !== how.toUpperCase()) throw new Error('the transaction was rolled back');
  } finally {
    if (!isLost()) giveBack();
  }
}
