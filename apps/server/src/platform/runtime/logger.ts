import { pino, type DestinationStream, type Logger } from 'pino';
import { describeFault, isStatementFault } from './storage-fault.ts';

const frames = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** An error for the log: one of the database without its statement and parameters, which hold what people typed. */
const serialise = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (!isStatementFault(error)) return pino.stdSerializers.err(error);
  return { ...describeFault(error), stack: frames(error) };
};

/** The log of the server. Whatever is handed to it, parameters of statements stay out. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: serialise, error: serialise },
    hooks: {
      logMethod(given, method) {
        const [error, message] = given as [unknown, string?];
        // Without a message of its own the text of the error would be the message.
        if (error instanceof Error) method.call(this, { err: error }, message ?? 'an error');
        else method.apply(this, given);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
