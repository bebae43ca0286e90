import { setPriority } from 'node:os';
import { attacks, type Attack } from './attacks.ts';

interface Order extends Pick<Attack, 'port' | 'tokens'> {
  name: keyof typeof attacks;
  ms: number;
}

// Lowest priority: a real attacker does not use the processor of the server.
setPriority(19);

process.on('message', (order: Order) => {
  void (async () => {
    const answers: Record<string, number> = {};
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), order.ms);
    const note = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
    await attacks[order.name]({ ...order, signal: over.signal, note });
    clearTimeout(timer);
    process.send?.(answers);
  })();
});
process.on('disconnect', () => process.exit());
