import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allShards, ownerOf, shardCount, shardOf, shardsOf } from './shards.ts';

const serverIds = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 12 });

describe('the owner of a shard', () => {
  test('is one of the servers, whatever their order', () => {
    fc.assert(
      fc.property(serverIds, fc.nat(shardCount - 1), (ids, shard) => {
        expect(ids).toContain(ownerOf(shard, ids));
        expect(ownerOf(shard, [...ids].toReversed())).toBe(ownerOf(shard, ids));
      }),
    );
  });

  test('changes only to a server that joins', () => {
    fc.assert(
      fc.property(serverIds, fc.uuid(), (ids, joining) => {
        fc.pre(!ids.includes(joining));
        for (const shard of allShards)
          expect([ownerOf(shard, ids), joining]).toContain(ownerOf(shard, [...ids, joining]));
      }),
      { numRuns: 30 },
    );
  });

  test('stays when another server leaves', () => {
    fc.assert(
      fc.property(serverIds, (ids) => {
        const [leaving, ...rest] = ids;
        fc.pre(rest.length > 0);
        for (const shard of allShards) {
          const before = ownerOf(shard, ids);
          if (before !== leaving) expect(ownerOf(shard, rest)).toBe(before);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('is absent without a server', () => {
    expect(ownerOf(7, [])).toBeUndefined();
  });
});

test('three servers own about a third each, and every shard has one owner', () => {
  const ids = ['a', 'b', 'c'].map((letter) => `0000000${letter}-0000-7000-8000-000000000000`);
  const owned = ids.map((id) => shardsOf(id, ids));
  expect(owned.flat().toSorted((a, b) => a - b)).toEqual(allShards);
  for (const own of owned) expect(own.length).toBeGreaterThan(shardCount / 5);
});

test('the shard of an id is its last byte', () => {
  expect(shardOf('01930000-0000-7000-8000-0000000000ff')).toBe(255);
  expect(shardOf('01930000-0000-7000-8000-00000000a00b')).toBe(11);
});
