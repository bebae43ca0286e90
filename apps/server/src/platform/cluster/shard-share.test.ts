import { describe, expect, test } from 'vitest';
import { clusterTiming } from './cluster-options.ts';
import type { LiveServer } from './server-rows.ts';
import { isCutOff, shareOf } from './shard-share.ts';
import { allShards } from './shards.ts';

const away = -60_000;
const reached = 60_000;

const serverOf = (id: string, brokerMs: number, roles = ['gateway']): LiveServer => {
  const identity = { id, name: id, version: '1', roles };
  return { ...identity, brokerMs, isLeaving: false, isDraining: false, seenAt: '' };
};
const cutOff = (...servers: LiveServer[]) =>
  servers.filter(({ id }) => isCutOff(id, servers, clusterTiming)).map(({ id }) => id);

describe('a server without the broker', () => {
  test('is cut off and owns nothing while another owner reaches it', () => {
    const servers = [serverOf('a', reached), serverOf('b', away)];
    expect(cutOff(...servers)).toEqual(['b']);
    expect(shareOf('a', servers, clusterTiming)).toEqual(allShards);
    expect(shareOf('b', servers, clusterTiming)).toEqual([]);
  });

  test('is cut off although it owns no robots by its roles', () => {
    expect(cutOff(serverOf('a', reached), serverOf('page', away, ['api', 'socket']))).toEqual(['page']);
  });

  test('is not cut off, and keeps its share, if only a server without robots reaches it', () => {
    const servers = [serverOf('a', away), serverOf('page', reached, ['api'])];
    expect(cutOff(...servers)).toEqual([]);
    expect(shareOf('a', servers, clusterTiming)).toEqual(allShards);
  });
});
