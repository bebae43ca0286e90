import { expect, test } from 'vitest';
import { neverReached } from '../../../platform/cluster/broker-reach.ts';
import { rolesWithoutOther, stateOfServer } from './server-rules.ts';

const signs = { endedAt: null, isLeaving: false, isDraining: false, silentSeconds: 1, brokerMs: 60_000 };

test('a server is silent before it has ended, and leaving counts more than draining', () => {
  expect(stateOfServer(signs)).toBe('RUNNING');
  expect(stateOfServer({ ...signs, isDraining: true })).toBe('DRAINING');
  expect(stateOfServer({ ...signs, isDraining: true, isLeaving: true })).toBe('LEAVING');
  expect(stateOfServer({ ...signs, isDraining: true, silentSeconds: 5 })).toBe('SILENT');
  expect(stateOfServer({ ...signs, silentSeconds: 5, endedAt: '2030-01-01T00:00:00.000Z' })).toBe('ENDED');
});

test('a server that does not reach the broker is not running; one that has not connected yet, or needs none, is', () => {
  expect(stateOfServer({ ...signs, isDraining: true, brokerMs: -3_000 })).toBe('NO_BROKER');
  expect(stateOfServer({ ...signs, brokerMs: -2_999 })).toBe('RUNNING');
  expect(stateOfServer({ ...signs, brokerMs: neverReached })).toBe('RUNNING');
});

test('only roles of another running server may be left to it', () => {
  const first = { id: 'first', roles: ['api', 'gateway'], state: 'RUNNING' as const };
  const second = { id: 'second', roles: ['gateway', 'jobs'], state: 'RUNNING' as const };
  const others = { id: 'third', roles: ['api', 'jobs'] };
  expect(rolesWithoutOther('first', [first])).toEqual(['api', 'gateway']);
  expect(rolesWithoutOther('first', [first, second])).toEqual(['api']);
  expect(rolesWithoutOther('first', [first, second, { ...others, state: 'RUNNING' }])).toEqual([]);
  for (const state of ['DRAINING', 'LEAVING', 'SILENT', 'NO_BROKER', 'ENDED'] as const)
    expect(rolesWithoutOther('first', [first, second, { ...others, state }])).toEqual(['api']);
});
