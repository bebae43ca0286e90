import { Aedes, type PublishPacket } from 'aedes';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeRetainedByDevice, type RetainedPersistence } from './retained-store.ts';

const brokers: Aedes[] = [];
/** The memory store of aedes, and the store by device. */
let aedesStore: RetainedPersistence;
let deviceStore: RetainedPersistence;
beforeEach(async () => {
  for (let i = 0; i < 2; i++) brokers.push(await Aedes.createBroker());
  const [first, second] = brokers.map(
    (it) => (it as unknown as { persistence: RetainedPersistence }).persistence,
  );
  [aedesStore, deviceStore] = [first!, second!];
  storeRetainedByDevice(deviceStore);
});
afterEach(() => brokers.splice(0).forEach((it) => it.close()));

const packet = (topic: string, payload: string): PublishPacket => ({
  cmd: 'publish',
  topic,
  payload: Buffer.from(payload),
  qos: 1,
  retain: true,
  dup: false,
});
const retainedFor = async (store: RetainedPersistence, filters: string[]) => {
  const packets: PublishPacket[] = await store.createRetainedStreamCombi(filters).toArray();
  return packets.map(({ topic, payload }) => `${topic} ${payload.toString()}`).sort();
};

test('the store by device returns the same messages as the memory store of aedes, for any sequence of messages and filters', async () => {
  const words = fc.constantFrom('a', 'b', 'J30C0001', 'J30C0002');
  const topic = fc.array(words, { minLength: 1, maxLength: 5 }).map((levels) => levels.join('/'));
  const level = fc.oneof(words, fc.constant('+'));
  const filter = fc
    .tuple(fc.array(level, { minLength: 1, maxLength: 5 }), fc.boolean())
    .map(([levels, rest]) => [...levels, ...(rest ? ['#'] : [])].join('/'));
  const messageList = fc.array(fc.tuple(topic, fc.constantFrom('', '1', '2')), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      messageList,
      fc.array(filter, { minLength: 1, maxLength: 3 }),
      async (messages, filters) => {
        for (const [name, payload] of messages)
          await Promise.all(
            [aedesStore, deviceStore].map((store) => store.storeRetained(packet(name, payload))),
          );
        expect(await retainedFor(deviceStore, filters)).toEqual(await retainedFor(aedesStore, filters));
      },
    ),
    { numRuns: 200 },
  );
});

test('a subscription among ten thousand robots reads only the messages of its own robot', async () => {
  for (let n = 0; n < 10_000; n++)
    await deviceStore.storeRetained(packet(`vda5050/v3/JBOT/J30C${n}/xDesired`, '{}'));
  const before = performance.now();
  for (let n = 0; n < 1000; n++)
    expect(await retainedFor(deviceStore, [`vda5050/v3/JBOT/J30C${n}/+`])).toHaveLength(1);
  // Searching all messages for each robot would take ten million steps, some minutes.
  expect(performance.now() - before).toBeLessThan(10_000);
});
