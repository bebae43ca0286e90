import { withinReach } from './broker-reach.ts';
import { ownerRole, type ClusterTiming } from './cluster-options.ts';
import type { LiveServer } from './server-rows.ts';
import { shardsOf } from './shards.ts';

const mayOwn = ({ isLeaving, isDraining, roles }: LiveServer) =>
  !isLeaving && !isDraining && roles.includes(ownerRole);

/** The servers that share the robots. */
const ownersAmong = (servers: readonly LiveServer[], timing: ClusterTiming) =>
  withinReach(servers.filter(mayOwn), timing);

/** The shards that a server should own. */
export const shareOf = (id: string, servers: readonly LiveServer[], timing: ClusterTiming): number[] => {
  const ids = ownersAmong(servers, timing).map((it) => it.id);
  return ids.includes(id) ? shardsOf(id, ids) : [];
};

/** Whether only the connection with the broker keeps a server from owning robots. */
export const isCutOff = (id: string, servers: readonly LiveServer[], timing: ClusterTiming): boolean =>
  servers.some((it) => it.id === id && mayOwn(it)) &&
  !ownersAmong(servers, timing).some((it) => it.id === id);
