interface Limits {
  /** Statements that one connection prepares at most. Each holds its text, its tree and maybe a plan of every partition. */
  maxPrepared: number;
  /** A text is prepared from this use on. */
  firstPreparedUse: number;
  /** A connection that refused a frequent text this often is replaced by one that prepares what is frequent now. */
  maxRefused: number;
  /** A connection is not replaced sooner: the new one prepares everything again. */
  minAgeMs: number;
  /** A connection is replaced after this: PostgreSQL keeps what it read about each table until a connection ends. */
  maxAgeMs: number;
}

const usual: Limits = {
  maxPrepared: 100,
  firstPreparedUse: 3,
  maxRefused: 1_000,
  minAgeMs: 10 * 60_000,
  maxAgeMs: 60 * 60_000,
};

/** Texts whose uses are counted. Those that were used last stay. */
const maxCounted = 1_000;

interface Prepared {
  texts: Set<string>;
  sinceMs: number;
  refused: number;
}

/**
 * Decides which statements a connection prepares. The driver never forgets one: each text that a filter composes would stay in every
 * connection for as long as that is open.
 */
export function createPreparedStatements(
  changes: Partial<Limits> = {},
  nowMs: () => number = () => performance.now(),
) {
  const limits = { ...usual, ...changes };
  const uses = new Map<string, number>();
  const connections = new Map<number, Prepared>();

  const isFrequent = (text: string) => {
    const count = (uses.get(text) ?? 0) + 1;
    // The text that was used last is last.
    uses.delete(text);
    uses.set(text, count);
    if (uses.size > maxCounted) uses.delete(uses.keys().next().value ?? text);
    return count >= limits.firstPreparedUse;
  };
  const preparedOf = (id: number): Prepared => {
    const prepared = connections.get(id) ?? { texts: new Set(), sinceMs: nowMs(), refused: 0 };
    connections.set(id, prepared);
    return prepared;
  };
  return {
    /** Whether the connection prepares this text for its use now. */
    prepares(connection: number, text: string): boolean {
      const frequent = isFrequent(text);
      const prepared = preparedOf(connection);
      if (prepared.texts.has(text)) return true;
      if (!frequent) return false;
      if (prepared.texts.size < limits.maxPrepared) {
        prepared.texts.add(text);
        return true;
      }
      prepared.refused += 1;
      return false;
    },
    /** Whether the connection should end after its transaction. */
    isSpent(connection: number): boolean {
      const { sinceMs, refused } = preparedOf(connection);
      const ageMs = nowMs() - sinceMs;
      return ageMs > limits.maxAgeMs || (refused >= limits.maxRefused && ageMs > limits.minAgeMs);
    },
    /** The connection has ended, and its statements with it. */
    forget: (connection: number): void => void connections.delete(connection),
  };
}
export type PreparedStatements = ReturnType<typeof createPreparedStatements>;
