/** The one place where the scripts print. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The terminal may be closed while the program runs; that is no reason to die before everything is stopped.
process.stdout.on('error', () => {});

const onTerminal = process.stdout.isTTY === true;

/** Shows that `work` is under way, counts its seconds on a terminal, and says when it is done. */
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
