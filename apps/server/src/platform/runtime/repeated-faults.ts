import { describeFault } from './storage-fault.ts';

const maxKinds = 500;

/** The error of a log line; undefined if it has none. */
const errorIn = (details: unknown): unknown => {
  if (details instanceof Error) return details;
  if (typeof details !== 'object' || details === null) return undefined;
  if ('err' in details) return details.err;
  return 'error' in details ? details.error : undefined;
};

/** Where the error was thrown: equal errors come from the same place. */
const placeOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? '').split('\n').find((line) => /^\s+at /.test(line)) : '';

/** What equal log lines have in common; undefined for a line without an error. The texts of system errors name varying paths. */
function kindOf(details: unknown, message: string | undefined): string | undefined {
  const error = errorIn(details);
  if (error === undefined) return undefined;
  const { type, code, message: text, table, column, constraint } = describeFault(error);
  return [message, type, code ?? text, table, column, constraint, placeOf(error)].join(' ');
}

interface Repeated {
  times: number;
  write(times: number): void;
}

/**
 * Passes the first of equal faults, and then one line per period with their number. With a full disk every write fails, and the log
 * would fill the rest of it. Lines without an error always pass.
 */
export function createRepeatFilter(periodMs: number) {
  const kinds = new Map<string, Repeated>();

  const endPeriod = (kind: string) => {
    const repeated = kinds.get(kind);
    kinds.delete(kind);
    if (!repeated || repeated.times === 0) return;
    begin(kind);
    repeated.write(repeated.times);
  };
  const begin = (kind: string) => {
    kinds.set(kind, { times: 0, write: () => {} });
    setTimeout(() => endPeriod(kind), periodMs).unref();
  };

  /** Calls `write` now with 0, or later with the number of lines that it stands for. */
  return (details: unknown, message: string | undefined, write: (repeated: number) => void): void => {
    const kind = periodMs > 0 ? kindOf(details, message) : undefined;
    if (kind === undefined) return write(0);
    const repeated = kinds.get(kind);
    if (repeated) {
      repeated.times += 1;
      repeated.write = write;
      return;
    }
    // So many kinds are not repetitions.
    if (kinds.size < maxKinds) begin(kind);
    write(0);
  };
}
