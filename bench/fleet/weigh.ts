/** Replies to the message `weigh` with the memory of this process after garbage collection, in bytes. */
export function answerWeight(): void {
  process.on('message', (ask: unknown) => {
    if (ask !== 'weigh') return;
    // Twice: the first collection may release references that the second one frees.
    for (let round = 0; round < 2; round++) globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ heap: heapUsed + external, rss });
  });
}

export interface Weight {
  heap: number;
  rss: number;
}
