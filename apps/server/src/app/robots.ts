import { driveFrame } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { commands } from '../entities/devices/command-table.ts';
import { runs } from '../entities/work/run-table.ts';
import { createOwnerCalls, OwnerSilent } from '../platform/cluster/owner-calls.ts';
import type { Implementation } from '../platform/cluster/owner-method.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { inScope, type Db } from '../platform/db/db.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { newId } from '../platform/runtime/ids.ts';
import { createChannel, type Bus } from '../platform/socket/bus.ts';
import { ownerMethods, type RobotMethods } from '../robots-port/owner-methods.ts';
import { decodeRefusal, encodeRefusal, refuse, RobotRefusal } from '../robots-port/robot-refusal.ts';
import type { Rejection, Robots, SendResult } from '../robots-port/robots.ts';
import type { Gateway } from '../robots/gateway.ts';
import { announceDevice } from '../features/devices/identity/credential-service.ts';
import { done, streamImplementation, streamRequests, type StreamRequests } from './stream-requests.ts';
import { createWatchRequests } from './watch-requests.ts';

interface RobotsDeps {
  gateway: Gateway;
  db: Db;
  bus: Bus;
  now: Clock;
  cluster: Pick<Cluster, 'id' | 'owns' | 'ownerOf' | 'servers' | 'refresh'>;
  log: Pick<Logger, 'error' | 'warn'>;
}

/** Frames of a driver whose page is connected to this server. The server of the robot uses them. */
const driveFrames = createChannel('drive-frames', z.object({ login: z.string(), frame: driveFrame }));
/** The page of a driver is closed. */
const lostDrivers = createChannel('lost-drivers', z.object({ login: z.string() }));

/**
 * The robots of the installation for handlers, jobs and the socket. What needs the owner of a robot is carried out by the gateway
 * of the server that owns it. Returns the robots and the function that ends the connection to the other servers.
 */
export function connectRobots(deps: RobotsDeps): { robots: Robots; close: () => void } {
  const { gateway, bus } = deps;
  const calls = createOwnerCalls<RobotMethods>({
    ...deps,
    methods: ownerMethods,
    implementation: implementationOf(gateway),
    refusals: { encode: encodeRefusal, decode: decodeRefusal },
  });
  const watches = createWatchRequests({ ...deps, watch: gateway.watch });
  const stops = [
    bus.subscribe(driveFrames, ({ content, isRemote }) => {
      if (isRemote) gateway.drives.frame(content.login, content.frame);
    }),
    bus.subscribe(lostDrivers, ({ content, isRemote }) => {
      if (isRemote) gateway.drives.lost(content.login);
    }),
    calls.close,
    watches.close,
  ];
  const call: CallOwner = async (name, deviceId, input) => {
    // During the start of this server the stored state is used; everything else waits for its robots.
    if (!changingReads.has(name)) await gateway.adopted;
    return await calls.call(name, deviceId, input).catch(refuseSilence);
  };
  const robots: Robots = {
    ...robotRequests(call, deps),
    drives: driveRequests(call, deps),
    ...streamRequests(call, deps),
    watch: watches.watch,
    rejections: async () => sumOf((await calls.callAll('rejections', null)).flat()),
    keepsDots: gateway.keepsDots,
  };
  return { robots, close: () => stops.forEach((stop) => stop()) };
}

const changingReads: ReadonlySet<keyof RobotMethods> = new Set(['live', 'unwrittenPath', 'driveStatus']);

export type CallOwner = ReturnType<typeof createOwnerCalls<RobotMethods>>['call'];

/** A request that may have reached the robot ends as one that the robot did not answer. */
const refuseSilence = (error: unknown): never => {
  if (error instanceof OwnerSilent) return refuse(error.wasSent ? 'TIMED_OUT' : 'CHANGES_SERVER');
  throw error;
};

/** A read of what changes all the time. Without an answer the stored state is used. */
const orElse =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof RobotRefusal) return fallback;
    throw error;
  };

const sumOf = (rejections: readonly Rejection[]): Rejection[] =>
  [...Map.groupBy(rejections, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));

/** What this server does as the owner of a robot. */
const implementationOf = (gateway: Gateway): Implementation<RobotMethods> => ({
  live: async ({ deviceId }) => gateway.live(deviceId) ?? null,
  unwrittenPath: async ({ runId }) => [...gateway.unwrittenPath(runId)],
  startRun: (input) => gateway.runs.start(input),
  checkStart: (input) => done(gateway.runs.check(input)),
  holdsRun: ({ deviceId, runId }) => gateway.runs.holds(deviceId, runId),
  skipArea: ({ runId, areaId, by }) => gateway.runs.skip(runId, areaId, by),
  navigate: (input) => gateway.runs.navigate(input),
  charge: (input) => gateway.runs.charge(input),
  pauseRun: ({ runId, by }) => gateway.runs.pause(runId, by),
  resumeRun: ({ runId, by }) => gateway.runs.resume(runId, by),
  cancelRun: ({ runId, by }) => gateway.runs.cancel(runId, by),
  driveStatus: async ({ deviceId }) => gateway.drives.status(deviceId),
  openDrive: (input) => gateway.drives.open(input),
  askForDrive: async ({ deviceId, driver }) => done(gateway.drives.ask(deviceId, driver)),
  handOverDrive: ({ deviceId, login, accountId }) =>
    done(gateway.drives.handOver(deviceId, login, accountId)),
  closeDrive: ({ deviceId, login, resume }) => done(gateway.drives.close(deviceId, login, resume)),
  ...streamImplementation(gateway),
  sendCommand: (input) => gateway.commands.sendCommand(input),
  runCommand: (input) => gateway.commands.sendAndWait(input),
  cancelCommand: ({ commandId, by }) => gateway.commands.cancel(commandId, by),
  carryOutBinding: ({ deviceId }) => done(gateway.binding.carryOut(deviceId)),
  raiseAlarm: async ({ deviceId, code }) => (gateway.raiseAlarm(deviceId, code), null),
  wake: (input) => gateway.power.wake(input),
  sleep: (input) => gateway.power.sleep(input),
  enterRelocation: (input) => gateway.relocations.enter(input),
  setPose: (input) => gateway.relocations.setPose(input),
  place: (input) => gateway.relocations.place(input),
  exitRelocation: (input) => gateway.relocations.exit(input),
  sendMap: ({ mapId, deviceIds, by }) => gateway.maps.send(mapId, deviceIds, by),
  enableMap: ({ deviceId, mapId, by }) => done(gateway.maps.enable(deviceId, mapId, by)),
  removeMap: ({ deviceId, mapId, by }) => done(gateway.maps.remove(deviceId, mapId, by)),
  rejections: async () => gateway.rejections(),
});

function robotRequests(
  call: CallOwner,
  { db, bus, cluster }: RobotsDeps,
): Omit<Robots, keyof StreamRequests | 'drives' | 'watch' | 'rejections' | 'keepsDots'> {
  const deviceOf = async (table: typeof runs | typeof commands, id: string): Promise<string> => {
    const read = inScope(
      db,
      '*',
      (tx) => tx.select({ deviceId: table.deviceId }).from(table).where(eq(table.id, id)),
      { readOnly: true },
    );
    return (await read)[0]?.deviceId ?? refuse('WRONG_STATE');
  };
  const onRun = (name: 'pauseRun' | 'resumeRun' | 'cancelRun') => async (runId: string, by?: string) =>
    await call(name, await deviceOf(runs, runId), { runId, by });
  /** Each owner sends to its own robots; a robot whose owner does not answer is refused by itself. */
  const sendMap = async (mapId: string, deviceIds: readonly string[], by: string): Promise<SendResult[]> => {
    const byOwner = Map.groupBy(deviceIds, (id) => cluster.ownerOf(id) ?? id);
    const results = await Promise.all(
      [...byOwner.values()].map((ids) =>
        call('sendMap', ids[0]!, { mapId, deviceIds: ids, by }).catch(
          orElse(ids.map((deviceId): SendResult => ({ deviceId, result: 'REFUSED', reason: 'TIMED_OUT' }))),
        ),
      ),
    );
    const byDevice = new Map(results.flat().map((result) => [result.deviceId, result]));
    return deviceIds.flatMap((id) => byDevice.get(id) ?? []);
  };
  return {
    live: async (deviceId) => (await call('live', deviceId, { deviceId }).catch(orElse(null))) ?? undefined,
    raiseAlarm: async (deviceId, code) => void (await call('raiseAlarm', deviceId, { deviceId, code })),
    unwrittenPath: (deviceId, runId) => call('unwrittenPath', deviceId, { runId }).catch(orElse([])),
    runs: {
      // With an id, a request that is repeated at a new owner starts nothing twice.
      start: (input) => call('startRun', input.deviceId, { ...input, id: input.id ?? newId() }),
      check: async (input) => void (await call('checkStart', input.deviceId, input)),
      holds: (deviceId, runId) => call('holdsRun', deviceId, { deviceId, runId }),
      skip: async (runId, areaId, by) =>
        await call('skipArea', await deviceOf(runs, runId), { runId, areaId, by }),
      navigate: (input) => call('navigate', input.deviceId, input),
      charge: (input) => call('charge', input.deviceId, input),
      pause: onRun('pauseRun'),
      resume: onRun('resumeRun'),
      cancel: onRun('cancelRun'),
    },
    commands: {
      sendCommand: (input) => call('sendCommand', input.deviceId, { ...input, id: input.id ?? newId() }),
      sendAndWait: (input) => call('runCommand', input.deviceId, { ...input, id: input.id ?? newId() }),
      cancel: async (commandId, by) =>
        await call('cancelCommand', await deviceOf(commands, commandId), { commandId, by }),
    },
    binding: {
      // The row is the intent: an owner that does not answer reads it as soon as it hears of the change, or takes the robot on.
      carryOut: async (deviceId) =>
        void (await call('carryOutBinding', deviceId, { deviceId }).catch((error: unknown) => {
          if (!(error instanceof RobotRefusal)) throw error;
          announceDevice(bus, deviceId);
        })),
    },
    power: {
      wake: (input) => call('wake', input.deviceId, input),
      sleep: (input) => call('sleep', input.deviceId, input),
    },
    relocations: {
      enter: (input) => call('enterRelocation', input.deviceId, input),
      setPose: (input) => call('setPose', input.deviceId, input),
      place: (input) => call('place', input.deviceId, input),
      exit: (input) => call('exitRelocation', input.deviceId, input),
    },
    maps: {
      send: sendMap,
      enable: async (deviceId, mapId, by) =>
        void (await call('enableMap', deviceId, { deviceId, mapId, by })),
      remove: async (deviceId, mapId, by) =>
        void (await call('removeMap', deviceId, { deviceId, mapId, by })),
    },
  };
}

function driveRequests(call: CallOwner, { gateway, bus }: RobotsDeps): Robots['drives'] {
  /** Sign-ins whose pages here drive a robot of another server. Most sockets that close drive none. */
  const driveElsewhere = new Set<string>();
  return {
    status: (deviceId) => call('driveStatus', deviceId, { deviceId }),
    open: (input) => call('openDrive', input.deviceId, input),
    ask: async (deviceId, driver) => void (await call('askForDrive', deviceId, { deviceId, driver })),
    handOver: async (deviceId, login, accountId) =>
      void (await call('handOverDrive', deviceId, { deviceId, login, accountId })),
    close: async (deviceId, login, resume) =>
      void (await call('closeDrive', deviceId, { deviceId, login, resume })),
    frame: (login, frame) => {
      if (gateway.drives.frame(login, frame)) return;
      driveElsewhere.add(login);
      bus.publish(driveFrames, { login, frame });
    },
    lost: (login) => {
      gateway.drives.lost(login);
      if (driveElsewhere.delete(login)) bus.publish(lostDrivers, { login });
    },
  };
}
