import { inventoryStates, usageStates, usageStateMoves } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBecome, mayMoveTo, useStatusAtEnd, useStatusAtRenewal } from './stock-rules.ts';

test('the stock goes round in one direction', () => {
  const moves = inventoryStates.flatMap((from) =>
    inventoryStates.filter((to) => mayMoveTo(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual(['IN_STOCK OUTBOUND', 'OUTBOUND RETURNED', 'RETURNED IN_STOCK']);
});

test('a device grows up once: from prototype over sample and mass production to new', () => {
  expect(mayBecome('PROTOTYPE', 'SAMPLE')).toBe(true);
  expect(mayBecome('SAMPLE', 'MASS_PRODUCTION')).toBe(true);
  expect(mayBecome('MASS_PRODUCTION', 'NEW')).toBe(true);
  expect(mayBecome('SAMPLE', 'PROTOTYPE')).toBe(false);
  expect(mayBecome('NEW', 'SAMPLE')).toBe(false);
  expect(mayBecome('RETURNED', 'NEW')).toBe(true);
  expect(mayBecome('LEASE_EXPIRED', 'NEW')).toBe(false);
});

test('any status becomes OTHER and OTHER any, and none becomes itself', () => {
  for (const status of usageStates) {
    if (status !== 'OTHER')
      expect([mayBecome(status, 'OTHER'), mayBecome('OTHER', status)]).toEqual([true, true]);
    expect(mayBecome(status, status)).toBe(false);
  }
});

test('every status can be reached from every other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...usageStates), fc.constantFrom(...usageStates), (from, to) => {
      const seen = new Set([from]);
      for (const one of seen) for (const next of usageStateMoves[one]) seen.add(next);
      return seen.has(to);
    }),
  );
});

test('a lease that ends is expired, what was bought is not; and what goes on is new again', () => {
  expect(useStatusAtEnd('LEASE', 'NEW')).toBe('LEASE_EXPIRED');
  expect(useStatusAtEnd('PURCHASE', 'NEW')).toBe('NEW');
  expect(useStatusAtEnd('LEASE', 'RETURNED')).toBe('RETURNED');
  expect(useStatusAtRenewal('LEASE_EXPIRED')).toBe('NEW');
  expect(useStatusAtRenewal('SAMPLE')).toBe('SAMPLE');
});
