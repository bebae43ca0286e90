import { randomBytes } from 'node:crypto';
import { liveLogRules, type LiveLogPiece } from '@sweepline/contract';
import { streamTokenMs } from '@sweepline/contract/robot';
import {
  liveLogChannel,
  liveLogEnded,
  liveLogSigns,
} from '../../features/remote/diagnosis/live-log-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { LogReader } from '../../robots-port/robots.ts';
import type { CommandService } from '../commands/command-service.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import type { Session } from '../sessions/session.ts';
import { createLiveLogStore } from './live-log-store.ts';

interface LiveLogDeps {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  commands: CommandService;
  sessionOf(deviceId: string): Session | undefined;
}

interface LiveLog {
  id: string;
  deviceId: string;
  state: LiveLogPiece['state'];
  startedMs: number;
  /** The last sign of the server that the robot sends to. */
  signMs: number;
  /** The sign-ins of its pages, and when they last confirmed that they read. */
  readers: Map<string, number>;
  begun: Promise<void>;
  ending: Promise<void> | undefined;
}

const startMs = 15_000;
const lostMs = 75_000;
const maxSeconds = 1_800;

/** Reading logs as robots write them (docs/protocol/files.md#live-log): one stream of a robot, for all who read it. */
export function createLiveLogService({ db, now, log, bus, commands, sessionOf }: LiveLogDeps) {
  const store = createLiveLogStore(db);
  const logs = new Map<string, LiveLog>();
  const nowMs = () => now().getTime();
  const reportFault = (error: unknown) => log.error({ error }, 'the state of a live log could not be stored');
  const announce = (deviceId: string, state: LiveLogPiece['state']) =>
    bus.publish(liveLogChannel(deviceId), { state, lines: [], skipped: 0 });

  const finish = async (it: LiveLog, state: 'ENDED' | 'FAILED') => {
    it.state = state;
    await it.begun;
    await store.change(it.id, state, isoOf(nowMs()));
    // A robot that has not opened it may still do so.
    const close = { type: 'stream.close', params: { sessionId: it.id }, by: '' } as const;
    void commands.sendAndWait({ deviceId: it.deviceId, ...close }).catch(() => {});
  };
  /** Ends a log once. FAILED: the robot did not send it, or stopped by itself. */
  const end = (it: LiveLog, state: 'ENDED' | 'FAILED'): Promise<void> => {
    it.ending ??= finish(it, state)
      .catch(reportFault)
      .finally(() => {
        if (logs.get(it.deviceId) === it) logs.delete(it.deviceId);
        bus.publish(liveLogEnded, { sessionId: it.id });
        announce(it.deviceId, state);
      });
    return it.ending;
  };

  const askRobot = async (it: LiveLog, token: string) => {
    await it.begun;
    const params = { sessionId: it.id, kind: 'LOG', token, maxSeconds };
    const row = await commands.sendAndWait({ deviceId: it.deviceId, type: 'stream.open', params, by: '' });
    if (row.status !== 'SUCCEEDED') await end(it, 'FAILED');
  };
  const start = (deviceId: string, companyId: string): LiveLog => {
    const [id, token, ms] = [newId(), randomBytes(32).toString('base64url'), nowMs()];
    const tokenUntil = isoOf(ms + streamTokenMs);
    const row = { id, companyId, deviceId, startedAt: isoOf(ms), tokenHash: hashOfToken(token), tokenUntil };
    const begun = store.begin({ ...row, state: 'STARTING' });
    const times = { startedMs: ms, signMs: ms };
    const it: LiveLog = {
      id,
      deviceId,
      state: 'STARTING',
      ...times,
      readers: new Map(),
      begun,
      ending: undefined,
    };
    logs.set(deviceId, it);
    askRobot(it, token).catch(() => end(it, 'FAILED'));
    return it;
  };

  const onSign = async (sessionId: string, sign: 'OPENED' | 'LINES' | 'CLOSED') => {
    const it = [...logs.values()].find(({ id }) => id === sessionId);
    if (!it || it.ending) return;
    it.signMs = nowMs();
    if (sign === 'CLOSED') return await end(it, 'FAILED');
    if (it.state !== 'STARTING') return;
    it.state = 'RUNNING';
    // The end waits for it, so that the later state is stored last.
    it.begun = it.begun.then(() => store.change(it.id, 'RUNNING', null));
    announce(it.deviceId, 'RUNNING');
    await it.begun;
  };
  const unsubscribe = bus.subscribe(
    liveLogSigns,
    ({ content: { sessionId, sign } }) => void onSign(sessionId, sign).catch(reportFault),
  );

  const check = (it: LiveLog, ms: number) => {
    for (const [login, readMs] of it.readers) if (ms - readMs > liveLogRules.goneMs) it.readers.delete(login);
    const isLate = it.state === 'STARTING' && ms - it.startedMs > startMs;
    const isOver = ms - it.startedMs > maxSeconds * 1000 || ms - it.signMs > lostMs;
    if (isLate || isOver) void end(it, 'FAILED');
    else if (it.readers.size === 0) void end(it, 'ENDED');
  };

  return {
    /** Reads the log of a robot: joins its stream, or starts one. It does not wait for the robot. */
    open: async ({ deviceId, login }: LogReader): Promise<void> => {
      const session = reachable(sessionOf(deviceId));
      if (!session.vendor) refuse('UNSUPPORTED');
      await logs.get(deviceId)?.ending;
      const it = logs.get(deviceId) ?? start(deviceId, session.device.companyId);
      it.readers.set(login, nowMs());
      await it.begun;
      announce(deviceId, it.state);
    },
    keepOn({ deviceId, login }: LogReader): void {
      const it = logs.get(deviceId);
      if (!it?.readers.has(login)) return refuse('NO_VIEW');
      it.readers.set(login, nowMs());
    },
    close: async ({ deviceId, login }: LogReader): Promise<void> => {
      const it = logs.get(deviceId);
      if (it?.readers.delete(login) && it.readers.size === 0) await end(it, 'ENDED');
    },
    tick(ms: number): void {
      for (const it of logs.values()) if (!it.ending) check(it, ms);
    },
    load: async (shards: readonly number[]): Promise<void> => {
      for (const { id, deviceId } of await store.endOpen(shards, isoOf(nowMs()))) {
        bus.publish(liveLogEnded, { sessionId: id });
        announce(deviceId, 'ENDED');
      }
    },
    /** Ends the log of a device that another server takes over. */
    handAway: async (deviceId: string): Promise<void> => {
      const it = logs.get(deviceId);
      if (it) await end(it, 'ENDED');
    },
    stop: async (): Promise<void> => {
      unsubscribe();
      await Promise.all([...logs.values()].map((it) => end(it, 'ENDED')));
    },
  };
}
