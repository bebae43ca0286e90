import type { Cluster } from '../platform/cluster/cluster.ts';

/** A server without others beside it, for tests that do not need the table of servers. */
export const oneServer: Pick<Cluster, 'id' | 'owns' | 'ownerOf' | 'servers' | 'refresh'> = {
  id: 'one',
  owns: () => true,
  ownerOf: () => 'one',
  servers: () => [],
  refresh: async () => {},
};
