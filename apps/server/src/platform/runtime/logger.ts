import { pino, type DestinationStream, type Logger } from 'pino';
import { createRepeatFilter } from './repeated-faults.ts';
import { describeFault, isStatementFault } from './storage-fault.ts';

const frames = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** An error for the log. A database error loses its statement and parameters, which contain users' input. */
const serialise = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (!isStatementFault(error)) return pino.stdSerializers.err(error);
  return { ...describeFault(error), stack: frames(error) };
};

const repeatMs = 60_000;
/** pino's number of the level `warn`. */
const warnLevel = 40;

interface LoggerOptions {
  destination?: DestinationStream;
  /** The period in which equal errors are one line; 0 writes each. */
  repeatMs?: number;
}

/** Creates the server's logger. It never logs the parameters of statements, and equal errors once a minute with their number. */
export function createLogger(level: string, options: LoggerOptions = {}): Logger {
  const pass = createRepeatFilter(options.repeatMs ?? repeatMs);
  const settings: pino.LoggerOptions = {
    level,
    serializers: { err: serialise, error: serialise },
    hooks: {
      logMethod(args, method, lineLevel) {
        const [details, message] = args as [unknown, string?];
        // Without a message, pino would log the text of the error.
        const isError = details instanceof Error;
        const line = isError ? { err: details } : details;
        const write = (repeated: number): void => {
          if (repeated > 0) method.call(this, Object.assign({ repeated }, line), message ?? 'an error');
          else if (isError) method.call(this, { err: details }, message ?? 'an error');
          else method.apply(this, args);
        };
        if (lineLevel < warnLevel) write(0);
        else pass(details, message, write);
      },
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
