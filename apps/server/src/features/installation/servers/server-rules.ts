import type { Server } from '@sweepline/contract';
import { isAway } from '../../../platform/cluster/broker-reach.ts';

/** Servers say every second that they live; a busy machine delays that. */
const maxSilentSeconds = 4;

interface ServerSigns {
  endedAt: string | null;
  isLeaving: boolean;
  isDraining: boolean;
  silentSeconds: number;
  /** How long it has reached the broker; negative while it does not. */
  brokerMs: number;
}

export function stateOfServer({
  endedAt,
  isLeaving,
  isDraining,
  silentSeconds,
  brokerMs,
}: ServerSigns): Server['state'] {
  if (endedAt !== null) return 'ENDED';
  if (silentSeconds > maxSilentSeconds) return 'SILENT';
  if (isLeaving) return 'LEAVING';
  if (isAway(brokerMs)) return 'NO_BROKER';
  return isDraining ? 'DRAINING' : 'RUNNING';
}

interface Player {
  id: string;
  roles: readonly string[];
  state: Server['state'];
}

/** The roles of a server that no other server plays: while there are any, it cannot be drained. */
export const rolesWithoutOther = (id: string, servers: readonly Player[]): string[] => {
  const others = servers.filter((it) => it.id !== id && it.state === 'RUNNING');
  const roles = servers.find((it) => it.id === id)?.roles ?? [];
  return roles.filter((role) => !others.some((it) => it.roles.includes(role)));
};
