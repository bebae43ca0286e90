import type { ClusterTiming } from './cluster-options.ts';
import type { LiveServer } from './server-rows.ts';

/**
 * Finds servers that give no sign. It counts this server's own beats and compares no clocks: during an outage of the database
 * no server can beat, and none is counted.
 */
export function createSilenceWatch(
  { beatsWithoutLock, beatsWithoutSign }: ClusterTiming,
  isLockFree: (serverId: string) => Promise<boolean>,
) {
  let seen = new Map<string, { seenAt: string; beats: number }>();
  return {
    /** Called once per beat with the other servers. Returns those that have ended without saying so. */
    silentAmong: async (others: readonly LiveServer[]): Promise<LiveServer[]> => {
      seen = new Map(
        others.map(({ id, seenAt }) => {
          const before = seen.get(id);
          return [id, { seenAt, beats: before?.seenAt === seenAt ? before.beats + 1 : 0 }];
        }),
      );
      const silent: LiveServer[] = [];
      for (const server of others) {
        const beats = seen.get(server.id)?.beats ?? 0;
        if (beats < beatsWithoutLock) continue;
        if (beats >= beatsWithoutSign || (await isLockFree(server.id))) silent.push(server);
      }
      return silent;
    },
  };
}
