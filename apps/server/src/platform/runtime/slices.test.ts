import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSlices } from './slices.ts';

/** Slices of four milliseconds; each piece takes one. Returns the pieces that ran. */
function aDay() {
  const ran: number[] = [];
  let clockMs = 0;
  const slices = createSlices({ sliceMs: 4, now: () => clockMs });
  const add = (n: number) =>
    slices.run(() => {
      clockMs += 1;
      ran.push(n);
    });
  return { ran, add, pass: (ms: number) => (clockMs += ms) };
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it('runs a piece at once while the turn has time', () => {
  const { ran, add } = aDay();
  for (const n of upTo(3)) add(n);
  expect(ran).toEqual(upTo(3));
});

it('leaves the pieces of a crowd to later turns, in their order', async () => {
  const { ran, add } = aDay();
  for (const n of upTo(10)) add(n);
  expect(ran).toEqual(upTo(4));
  await nextTurn();
  expect(ran).toEqual(upTo(8));
  await nextTurn();
  expect(ran).toEqual(upTo(10));
});

it('runs a new piece behind those that wait', async () => {
  const { ran, add } = aDay();
  for (const n of upTo(9)) add(n);
  await nextTurn();
  add(9);
  expect(ran).toEqual(upTo(8));
  await nextTurn();
  expect(ran).toEqual(upTo(10));
});

it('runs one waiting piece in each turn even if other work fills the turns', async () => {
  const { ran, add, pass } = aDay();
  for (const n of upTo(4)) add(n);
  add(4);
  pass(1_000);
  await nextTurn();
  expect(ran).toEqual(upTo(5));
});
