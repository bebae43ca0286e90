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

/** Whether a server does not reach the broker, while an owner of robots does. */
export function isCutOff(id: string, servers: readonly LiveServer[], timing: ClusterTiming): boolean {
  const own = servers.filter((it) => it.id === id);
  const others = servers.filter((it) => it.id !== id && mayOwn(it));
  return !own.every((server) => withinReach([server, ...others], timing).includes(server));
}
