import { Aedes, type PublishPacket } from 'aedes';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeRetainedByDevice, type Keeper } from './retained-store.ts';

const brokers: Aedes[] = [];
/** The memory aedes brings, and one that keeps by device. */
let theirs: Keeper;
let ours: Keeper;
beforeEach(async () => {
  for (let i = 0; i < 2; i++) brokers.push(await Aedes.createBroker());
  const [first, second] = brokers.map((it) => (it as unknown as { persistence: Keeper }).persistence);
  [theirs, ours] = [first!, second!];
  storeRetainedByDevice(ours);
});
afterEach(() => brokers.splice(0).forEach((it) => it.close()));

const packet = (topic: string, payload: string): PublishPacket => ({
  ...{ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: true, dup: false },
});
const heardBy = async (keeper: Keeper, filters: string[]) => {
  const found: PublishPacket[] = await keeper.createRetainedStreamCombi(filters).toArray();
  return found.map(({ topic, payload }) => `${topic} ${payload.toString()}`).sort();
};

test('whatever is kept, taken away and asked for, the answer is that of aedes’ own memory', async () => {
  const words = fc.constantFrom('a', 'b', 'J30C0001', 'J30C0002');
  const topic = fc.array(words, { minLength: 1, maxLength: 5 }).map((levels) => levels.join('/'));
  const level = fc.oneof(words, fc.constant('+'));
  const filter = fc
    .tuple(fc.array(level, { minLength: 1, maxLength: 5 }), fc.boolean())
    .map(([levels, rest]) => [...levels, ...(rest ? ['#'] : [])].join('/'));
  const said = fc.array(fc.tuple(topic, fc.constantFrom('', '1', '2')), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(said, fc.array(filter, { minLength: 1, maxLength: 3 }), async (messages, filters) => {
      for (const [name, payload] of messages)
        await Promise.all([theirs, ours].map((keeper) => keeper.storeRetained(packet(name, payload))));
      expect(await heardBy(ours, filters)).toEqual(await heardBy(theirs, filters));
    }),
    { numRuns: 200 },
  );
});

test('a robot finds its own among ten thousand without a look at the others', async () => {
  for (let n = 0; n < 10_000; n++)
    await ours.storeRetained(packet(`vda5050/v3/JBOT/J30C${n}/xDesired`, '{}'));
  const before = performance.now();
  for (let n = 0; n < 1000; n++) expect(await heardBy(ours, [`vda5050/v3/JBOT/J30C${n}/+`])).toHaveLength(1);
  // All of them for each would be ten million looks, some minutes.
  expect(performance.now() - before).toBeLessThan(10_000);
});
