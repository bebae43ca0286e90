/** Prints a line; all output of the scripts goes through here. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Without a handler, a closed terminal would crash the program before everything is stopped.
process.stdout.on('error', () => {});

const onTerminal = process.stdout.isTTY === true;

/** Prints the progress of `work`: counts its seconds on a terminal, and prints its result and notes at the end. */
export async function step<T>(title: string, work: (note: (line: string) => void) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const seconds = (digits: number) => ((performance.now() - startedAt) / 1000).toFixed(digits);
  const notes: string[] = [];
  if (!onTerminal) say(`… ${title}`);
  const show = () => process.stdout.write(`\r… ${title} ${seconds(0)} s `);
  if (onTerminal) show();
  const timer = setInterval(
    () => (onTerminal ? show() : say(`  ${seconds(0)} s`)),
    onTerminal ? 1000 : 20_000,
  );
  let mark = '✗';
  try {
    const result = await work((line) => notes.push(line));
    mark = '✓';
    return result;
  } finally {
    clearInterval(timer);
    say(`${onTerminal ? '\r' : ''}${mark} ${title} ${seconds(1)} s `);
    for (const note of notes) say(`  ${note}`);
  }
}
