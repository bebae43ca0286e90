/** Bytes this process holds, after everything it does not need is thrown away. The parent asks with `weigh`. */
export function answerWeight(): void {
  process.on('message', (ask: unknown) => {
    if (ask !== 'weigh') return;
    // Twice: what the first round frees may hold what the second one can free.
    for (let round = 0; round < 2; round++) globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ held: heapUsed + external, rss });
  });
}

export interface Weight {
  held: number;
  rss: number;
}
