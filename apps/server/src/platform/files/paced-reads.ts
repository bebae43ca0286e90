import { read } from 'node:fs';

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

/** Reads from an open file into a buffer: all readers together have a few reads under way. Resolves with the number of bytes. */
export const pacedRead = (
  fd: number,
  buffer: Buffer,
  { length, position }: { length: number; position: number },
): Promise<number> =>
  new Promise((resolve, reject) => {
    start(() =>
      read(fd, buffer, 0, length, position, (error, bytes) => {
        end();
        if (error) reject(error);
        else resolve(bytes);
      }),
    );
  });
