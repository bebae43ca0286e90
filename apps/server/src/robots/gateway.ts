import { setTimeout as delay } from 'node:timers/promises';
import type { ShardHolder } from '../platform/cluster/shard-keeper.ts';
import { shardOf } from '../platform/cluster/shards.ts';
import { interfaceNames, type AlarmCode } from '@sweepline/contract/robot';
import { mapPublished } from '../features/places/maps/drafts/map-version-service.ts';
import { sectionChannel } from '../features/devices/settings/section-service.ts';
import { openLink } from './broker/open-link.ts';
import { assemble } from './assembly.ts';
import { createConformanceService } from './conformance/conformance-service.ts';
import { createRobotTap } from './conformance/robot-tap.ts';
import { startClock } from './gateway-clock.ts';
import { heldCredentials, heldMessages } from './identity/held-robots.ts';
import { withModules } from './elevators/module-credentials.ts';
import { openModuleGateway } from './elevators/module-gateway.ts';
import { createFollowReport } from './broker/follow-report.ts';
import { deviceChannel, newDevicesChannel } from '../features/devices/identity/credential-service.ts';
import {
  defaultLimits,
  defaultTiming,
  ownsEverything,
  type GatewayOptions,
  type GatewayOwnership,
} from './gateway-options.ts';
import type { Link } from './protocol/link.ts';
import { createRegistry } from './identity/registry.ts';

export type { GatewayOptions } from './gateway-options.ts';
export type Gateway = Awaited<ReturnType<typeof openGateway>>;

const finalAcksMs = 1000;

/** Opens the gateway, and waits until its robots are adopted. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const gateway = await openGateway(options);
  await gateway.adopted;
  return gateway;
}

/**
 * Connects robots and the rest of the server. Starts the embedded broker, or connects to the one of `mqttUrl`. Restores the
 * open runs, commands and alarms of the last process: `adopted` resolves then. Until then no robot is connected.
 */
export async function openGateway(options: GatewayOptions) {
  const { db, bus, log } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const limits = { ...defaultLimits, ...options.limits };
  const interfaces = options.interfaces ?? interfaceNames;
  const ownership = options.ownership ?? ownsEverything;
  const registry = createRegistry(db, ownership);

  const opened: { link?: Link } = {};
  const tap = createRobotTap(lateLink(opened, ownership, options));
  const parts = await assemble({
    ...options,
    timing,
    limits,
    interfaces,
    registry,
    ownership,
    link: tap.link,
  });
  const modules = await openModuleGateway({ ...parts, link: tap.link });
  const follow = createFollowReport({ ...parts, log, link: () => opened.link });
  const events = tap.events({
    receive: heldMessages(modules.besides(parts.ingest.receive), options),
    refused: (reason, { topic, serialNumber, detail }) =>
      parts.noteRefused(reason, topic, serialNumber, detail),
    signInRefused: parts.connectionRefusals.note,
    tookOver: parts.noteTakeOver,
    reached: (isReached) => ownership.noteBroker?.(isReached),
    ...follow.events,
  });
  const shards: ShardHolder = {
    ...parts.shards,
    release: async (released) => {
      for (const { device } of parts.sessions.values())
        if (released.includes(shardOf(device.deviceId))) tap.end(device.sn);
      await parts.shards.release(released);
    },
  };
  const { promise: adopted, resolve, reject } = Promise.withResolvers<void>();
  // Those that wait for it get the error, too.
  adopted.catch(() => {});
  const link = await openLink(options, {
    interfaces,
    credentials: heldCredentials(withModules(parts.credentials, modules.registry), options),
    events,
    adopted,
    timing,
  });
  opened.link = link;
  let clock: ReturnType<typeof startClock> | undefined;
  let isStopped = false;
  ownership.hold(shards).then(() => {
    if (!isStopped) clock = startClock(parts, options, timing);
    resolve();
  }, reject);
  const stopDevices = bus.subscribe(deviceChannel, ({ content }) => {
    const { deviceId } = content;
    // Every server hears of every device; its owner reads it.
    if (!ownership.owns(deviceId)) return;
    adopted
      .then(() => parts.deviceChanged(deviceId))
      .catch((error: unknown) => log.error({ error, deviceId }, 'a device could not be read again'));
  });
  const stopNew = bus.subscribe(newDevicesChannel, ({ content }) => {
    const deviceIds = content.deviceIds.filter(ownership.owns);
    if (deviceIds.length === 0) return;
    adopted
      .then(() => parts.devicesAdded(deviceIds))
      .catch((error: unknown) => log.error({ error, deviceIds }, 'new devices could not be read'));
  });
  const stopSections = bus.subscribe(sectionChannel, ({ content }) => {
    const { deviceId } = content;
    if (!ownership.owns(deviceId)) return;
    adopted
      .then(() => parts.sections.changed(deviceId))
      .catch((error: unknown) => log.error({ error, deviceId }, 'settings could not be sent'));
  });
  const stopMaps = bus.subscribe(mapPublished, ({ content }) => {
    const { mapId, deviceId } = content;
    parts.maps.published(mapId, deviceId);
  });
  const stopGaps = bus.onGap(() => void ownership.readAgain());

  return {
    /** Resolves when the robots of this server that are free at its start are adopted. */
    adopted,
    /** Where devices connect. */
    mqttUrl: link.url,
    /** Ports of the encrypted listeners, if any. */
    tlsPorts: link.tlsPorts,
    /** The number of robots that this server acts for. */
    robotCount: () => parts.sessions.size,
    /** Robots of this server whose messages an outside broker does not deliver to it; undefined if there are none. */
    notFollowed: follow.read,
    /** Whether the broker keeps dots in serial numbers and manufacturers; undefined while that is unknown. */
    keepsDots: follow.keepsDots,
    /** The live state of a device; undefined if it is not registered. */
    live: (deviceId: string) => parts.sessions.get(deviceId)?.live,
    /** A page shows this device: it sends its position twice a second until the returned function is called. */
    watch: parts.watching.watch,
    /** Raises an alarm of the server about a device of this server. */
    raiseAlarm: (deviceId: string, code: AlarmCode): void => {
      const session = parts.sessions.get(deviceId);
      if (session) parts.alarms.raise(session, code);
    },
    ...requestsOf(parts),
    /** The public keys that robots trust for shells. */
    sshCa: options.shellSecrets?.publicKeys,
    /** Hands a robot over to the conformance tool. */
    openTest: createConformanceService({
      ...options,
      tap,
      sessionBySn: (sn) => {
        const device = registry.bySn(sn);
        return device && parts.sessions.get(device.deviceId);
      },
      receive: parts.ingest.receive,
    }),
    /** Does at once what is due by the clock. A test that moves the clock need not wait for the next beat. */
    tick: () => clock?.tick(),
    /** Points of a run's path that are not in the database yet. */
    unwrittenPath: parts.paths.unwritten,
    /** Records ids that robots may not use; the HTTP calls of robots share its limits. */
    refusals: parts.refusals,
    /** Rejected messages since the start, by reason. */
    rejections: parts.deadLetters.counts,
    /** registry of @prometheus-io/client with `ingest_rejected_total`. */
    metrics: parts.deadLetters.metrics,
    /** Closes connections and writes the state that is only in memory. */
    stop: async (): Promise<void> => {
      isStopped = true;
      clock?.stop();
      modules.stop();
      for (const stop of [stopDevices, stopNew, stopSections, stopMaps, stopGaps, follow.stop]) stop();
      // Sent while the broker is still connected; a device that does not receive must not delay the others.
      await Promise.race([parts.acknowledger.stop(), delay(finalAcksMs, undefined, { ref: false })]);
      delete opened.link;
      await link.close();
      await parts.stop();
    },
  };
}

/** What features request of robots. */
const requestsOf = (parts: Awaited<ReturnType<typeof assemble>>) => ({
  commands: parts.commands,
  power: parts.power,
  relocations: parts.relocations,
  binding: parts.binding,
  maps: parts.maps,
  runs: parts.runs,
  drives: parts.drives,
  videos: parts.videos,
  liveLogs: parts.liveLogs,
  shells: parts.shells,
});

/** The link that the parts use before it is open. Nothing is sent while another server may own the robots. */
function lateLink(
  opened: { link?: Link },
  { mayAct }: Pick<GatewayOwnership, 'mayAct'>,
  { mqttUrl, isHeld }: Pick<GatewayOptions, 'mqttUrl' | 'isHeld'>,
): Omit<Link, 'url' | 'tlsPorts' | 'close'> {
  return {
    publish: (topic, payload, more) =>
      (mayAct() && !isHeld?.() && opened.link?.publish(topic, payload, more)) || Promise.resolve(),
    disconnect: (sn) => opened.link?.disconnect(sn),
    reachedAt: (sn) => opened.link?.reachedAt?.(sn),
    ...(mqttUrl !== undefined && {
      follow: async (sns) => await opened.link?.follow?.(sns),
      unfollow: async (sns) => await opened.link?.unfollow?.(sns),
      meetStrangers: async (meets) => await opened.link?.meetStrangers?.(meets),
    }),
  };
}
