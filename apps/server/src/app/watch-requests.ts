import { z } from 'zod';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { createChannel, type Bus } from '../platform/socket/bus.ts';

/** The devices that pages of a server show: all of them, or the changes since its last message. */
const shownDevices = createChannel(
  'shown-devices',
  z.object({
    server: z.string(),
    all: z.array(z.string()).optional(),
    shown: z.array(z.string()),
    hidden: z.array(z.string()),
  }),
);

interface WatchRequestDeps {
  bus: Bus;
  cluster: Pick<Cluster, 'id' | 'owns' | 'servers'>;
  /** Watches a robot of this server until the returned function is called. */
  watch(deviceId: string): () => void;
}

const lookEveryMs = 1_000;
/** A map of a fleet shows thousands of devices at once; they are told in one message. */
const tellAfterMs = 50;
/** A message may be lost, so each server repeats its devices; one that says nothing for longer shows none. */
const repeatEveryMs = 20_000;
const forgetAfterMs = 65_000;

/**
 * Watches the robots of this server that a page of any server shows. Each server says which devices its pages show, so that a
 * robot is watched by its new owner as soon as it has one.
 */
export function createWatchRequests({ bus, cluster, watch }: WatchRequestDeps) {
  /** Kinds of pages by device, of this server. */
  const own = new Map<string, Set<string>>();
  const others = new Map<string, { deviceIds: Set<string>; toldMs: number }>();
  const stops = new Map<string, () => void>();
  let repeatedMs = performance.now();
  let knownServers = '';

  const isShown = (deviceId: string) =>
    own.has(deviceId) || others.values().some(({ deviceIds }) => deviceIds.has(deviceId));

  const apply = (deviceId: string): void => {
    const stop = stops.get(deviceId);
    const shouldWatch = cluster.owns(deviceId) && isShown(deviceId);
    if (shouldWatch === (stop !== undefined)) return;
    stop?.();
    if (shouldWatch) stops.set(deviceId, watch(deviceId));
    else stops.delete(deviceId);
  };

  const repeat = (nowMs: number) => {
    repeatedMs = nowMs;
    bus.publish(shownDevices, { server: cluster.id, all: [...own.keys()], shown: [], hidden: [] });
  };

  const untold = new Set<string>();
  const tellUntold = () => {
    const { true: shown = [], false: hidden = [] } = Object.groupBy(untold, (id) => `${own.has(id)}`);
    untold.clear();
    bus.publish(shownDevices, { server: cluster.id, shown, hidden });
  };
  const tell = (deviceId: string) => {
    if (untold.size === 0) setTimeout(tellUntold, tellAfterMs).unref();
    untold.add(deviceId);
  };

  const stopHearing = bus.subscribe(shownDevices, ({ content, isRemote }) => {
    if (!isRemote) return;
    const { server, all, shown, hidden } = content;
    const before = others.get(server)?.deviceIds ?? new Set();
    const deviceIds = new Set(all ?? before);
    for (const id of shown) deviceIds.add(id);
    for (const id of hidden) deviceIds.delete(id);
    others.set(server, { deviceIds, toldMs: performance.now() });
    for (const id of before.symmetricDifference(deviceIds)) apply(id);
  });

  /** A change of owners, a server that came or went. */
  const look = () => {
    const nowMs = performance.now();
    for (const [server, { toldMs }] of others) if (nowMs - toldMs > forgetAfterMs) others.delete(server);
    const servers = cluster
      .servers()
      .map(({ id }) => id)
      .join();
    const isNews = servers !== knownServers;
    knownServers = servers;
    if (isNews || nowMs - repeatedMs > repeatEveryMs) repeat(nowMs);
    const fromOthers = others.values().flatMap(({ deviceIds }) => deviceIds);
    for (const id of new Set([...own.keys(), ...fromOthers, ...stops.keys()])) apply(id);
  };
  const timer = setInterval(look, lookEveryMs).unref();

  return {
    /** A page of this server shows the device, or none does any more; `by` tells kinds of pages apart. */
    watch: (deviceId: string, watching: boolean, by = ''): void => {
      const kinds = own.get(deviceId) ?? new Set();
      if (watching) kinds.add(by);
      else kinds.delete(by);
      const before = own.has(deviceId);
      if (kinds.size > 0) own.set(deviceId, kinds);
      else own.delete(deviceId);
      apply(deviceId);
      if (before !== own.has(deviceId)) tell(deviceId);
    },
    close: (): void => {
      clearInterval(timer);
      stopHearing();
    },
  };
}
