import { expect, test } from 'vitest';
import { createRestMemory } from './rest-memory.ts';

const mb = 2 ** 20;

/** A server of 200 MB that keeps 150 MB after a collection. */
function server() {
  const state = { bytes: 200 * mb, utilization: 0.01, isUnwatched: true, collections: 0 };
  const tick = createRestMemory({
    isUnwatched: () => state.isUnwatched,
    residentBytes: () => state.bytes,
    utilization: () => state.utilization,
    collect: () => {
      state.collections += 1;
      state.bytes = 150 * mb;
    },
  });
  return { state, tick };
}

test('a server at rest gives memory back once, and again after it has grown', () => {
  const { state, tick } = server();
  for (let turn = 0; turn < 3; turn++) tick();
  expect(state.collections).toBe(1);
  state.bytes = 240 * mb;
  tick();
  expect(state.collections).toBe(2);
});

test('nothing stops while the server works', () => {
  const { state, tick } = server();
  state.utilization = 0.5;
  tick();
  expect(state.collections).toBe(0);
});

test('nothing stops while a page is open', () => {
  const { state, tick } = server();
  state.isUnwatched = false;
  tick();
  expect(state.collections).toBe(0);
  state.isUnwatched = true;
  tick();
  expect(state.collections).toBe(1);
});

test('the collection of Node gives memory back', () => {
  let held: number[][] | undefined = Array.from({ length: 60 }, () =>
    Array.from<number>({ length: 50_000 }).fill(0.5),
  );
  const full = process.memoryUsage().heapUsed;
  expect(held).toHaveLength(60);
  held = undefined;
  createRestMemory({ isUnwatched: () => true, utilization: () => 0 })();
  expect(process.memoryUsage().heapUsed).toBeLessThan(full - 15 * mb);
});
