import type { topics, Message } from '@sweepline/contract';

/** A socket with the bytes that the network has not taken. */
interface Client {
  readonly bufferedAmount: number;
}
type Event = Message<typeof topics.online>;

export type Order =
  /** As many events as the sockets take. */
  | { kind: 'flood'; ms: number }
  /** Events at a rate that leaves time between them. */
  | { kind: 'pace'; ms: number; everyMs: number };

const maxUnsent = 32 * 1_024;
const lookEvery = 10;

/** The moment is in the event, so that a reader knows how long it was under way. */
const anEvent = (n: number): Event => ({
  deviceId: `0190d001-0000-7000-8000-${String(n % 1_000).padStart(12, '0')}`,
  sn: `J30C${String(n % 1_000).padStart(6, '0')}`,
  online: n % 2 === 0,
  at: String(performance.timeOrigin + performance.now()),
});

/** Carries out what the parent orders with the function that sends an event to every browser. Answers when it is over. */
export function publishOnOrder(clients: () => Iterable<Client>, publish: (event: Event) => void): void {
  let events = 0;
  const flood = async (untilMs: number) => {
    while (performance.now() < untilMs) {
      for (let n = 0; n < lookEvery; n += 1) publish(anEvent((events += 1)));
      await new Promise((done) => setImmediate(done));
      // A browser that is slower than the server would be disconnected; here all of them read as fast as they can.
      while ([...clients()].some(({ bufferedAmount }) => bufferedAmount > maxUnsent))
        await new Promise((done) => setTimeout(done, 1));
    }
  };
  const pace = async (untilMs: number, everyMs: number) => {
    while (performance.now() < untilMs) {
      publish(anEvent((events += 1)));
      await new Promise((done) => setTimeout(done, everyMs));
    }
  };
  process.on('message', (order: Order) => {
    const untilMs = performance.now() + order.ms;
    void (order.kind === 'flood' ? flood(untilMs) : pace(untilMs, order.everyMs)).then(() =>
      process.send?.({ done: true }),
    );
  });
}
