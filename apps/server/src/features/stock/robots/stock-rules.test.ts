import { inventoryStates, usageStates, usageStateMoves } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBecome, mayMoveTo, useStatusAtEnd, useStatusAtRenewal } from './stock-rules.ts';

test('the stock states form a cycle in one direction', () => {
  const moves = inventoryStates.flatMap((from) =>
    inventoryStates.filter((to) => mayMoveTo(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual(['IN_STOCK OUTBOUND', 'OUTBOUND RETURNED', 'RETURNED IN_STOCK']);
});

test('the use status advances from PROTOTYPE to NEW and only a RETURNED device becomes NEW again', () => {
  expect(mayBecome('PROTOTYPE', 'SAMPLE')).toBe(true);
  expect(mayBecome('SAMPLE', 'MASS_PRODUCTION')).toBe(true);
  expect(mayBecome('MASS_PRODUCTION', 'NEW')).toBe(true);
  expect(mayBecome('SAMPLE', 'PROTOTYPE')).toBe(false);
  expect(mayBecome('NEW', 'SAMPLE')).toBe(false);
  expect(mayBecome('RETURNED', 'NEW')).toBe(true);
  expect(mayBecome('LEASE_EXPIRED', 'NEW')).toBe(false);
});

test('each status may become OTHER, OTHER may become each, and none may become itself', () => {
  for (const status of usageStates) {
    if (status !== 'OTHER')
      expect([mayBecome(status, 'OTHER'), mayBecome('OTHER', status)]).toEqual([true, true]);
    expect(mayBecome(status, status)).toBe(false);
  }
});

test('each status is reachable from each other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...usageStates), fc.constantFrom(...usageStates), (from, to) => {
      const reached = new Set([from]);
      for (const status of reached) for (const next of usageStateMoves[status]) reached.add(next);
      return reached.has(to);
    }),
  );
});

test('a lease expires at its end and a purchase does not, and a renewed lease is NEW', () => {
  expect(useStatusAtEnd('LEASE', 'NEW')).toBe('LEASE_EXPIRED');
  expect(useStatusAtEnd('PURCHASE', 'NEW')).toBe('NEW');
  expect(useStatusAtEnd('LEASE', 'RETURNED')).toBe('RETURNED');
  expect(useStatusAtRenewal('LEASE_EXPIRED')).toBe('NEW');
  expect(useStatusAtRenewal('SAMPLE')).toBe('SAMPLE');
});
