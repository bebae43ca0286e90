import type { ReservedSql } from 'postgres';

/** The driver's side of a connection. It gives each holder a function, and takes it back when the line is gone. */
interface ReservedConnection {
  reserved: unknown;
}

/**
 * Whether a reserved connection is still up and ours. The driver does not ask: what is said to one that the database has ended is
 * written to a socket that is none, in a turn of its own where nobody catches, and the process ends.
 */
export function reservedConnection() {
  let line: ReservedConnection | undefined;
  let mine: unknown;
  const onexecute = (it: ReservedConnection) => {
    line = it;
    mine = it.reserved;
    // It takes more statements: otherwise those that follow would wait for the answer.
    return true;
  };
  return {
    // For the first statement. Its types do not know of this option, which the driver's own transactions use.
    first: { onexecute } as NonNullable<Parameters<ReservedSql['unsafe']>[2]>,
    isLost: () => line !== undefined && line.reserved !== mine,
  };
}

export const lost = () => new Error('the database ended the connection');
