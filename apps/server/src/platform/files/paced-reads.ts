import { close, open, read } from 'node:fs';

/** More of them would fill whole turns of the event loop, and calls would wait behind the downloads of a fleet. */
const maxReads = 8;
let running = 0;
const waiting: (() => void)[] = [];

function start(work: () => void): void {
  if (running < maxReads) {
    running += 1;
    work();
  } else waiting.push(work);
}

/** The place of an ended read passes to the one that waits longest. */
function end(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

type Done = (error: NodeJS.ErrnoException | null, bytes: number, buffer: Buffer) => void;

/** `read` of `node:fs`, as `createReadStream` calls it. */
function pacedRead(...[fd, buffer, offset, length, position, done]: ReadArguments): void {
  start(() =>
    read(fd, buffer, offset, length, position, (error, bytes, filled) => {
      end();
      done(error, bytes, filled);
    }),
  );
}
type ReadArguments = [
  fd: number,
  buffer: Buffer,
  offset: number,
  length: number,
  position: number | null,
  done: Done,
];

/** For `createReadStream`: all streams together have a few reads under way. A stream whose reader is slow has none. */
// The type has further forms of `read`, which streams do not use.
export const pacedReads = { open, close, read: pacedRead as typeof read };
