import { pino, type DestinationStream, type Logger } from 'pino';
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

/** Creates the server's logger. It never logs the parameters of statements. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: serialise, error: serialise },
    hooks: {
      logMethod(args, method) {
        const [error, message] = args as [unknown, string?];
        // Without a message, pino would log the text of the error.
        if (error instanceof Error) method.call(this, { err: error }, message ?? 'an error');
        else method.apply(this, args);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
