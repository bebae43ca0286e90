import type { VideoReason, VideoState, VideoViewEnd } from '@sweepline/contract';
import {
  streamEnded,
  streamViewers,
  videoChanged,
} from '../../features/remote/video/video-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Log, MediaOptions } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import { skewOf, type Session } from '../sessions/session.ts';
import type { VideoLog } from './video-log.ts';
import { paceOf, permittedLogins, type Stream, type View } from './video-stream.ts';

export interface VideoDeps {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  /** Without a file store nothing is recorded. */
  files?: FileStore | undefined;
  commands: CommandService;
  videoLog: VideoLog;
  /** How robots and pages reach this server over WebRTC; without it there is none. */
  media?: MediaOptions | undefined;
  sessionOf(deviceId: string): Session | undefined;
}

const failed: readonly VideoState[] = ['START_FAILED', 'STOP_FAILED'];

/** The streams of the robots of this server, and how streams and views end. */
export function createVideoRegistry({ now, log, bus, commands, videoLog, sessionOf }: VideoDeps) {
  const streams = new Map<string, Stream>();
  const nowMs = () => now().getTime();

  /** Tells the servers of the pages who may see the frames. */
  const tellViewers = (stream: Stream) => {
    stream.toldMs = nowMs();
    const logins = stream.ending ? [] : permittedLogins(stream, nowMs());
    const session = sessionOf(stream.deviceId);
    const skewMs = session ? skewOf(session) : 0;
    bus.publish(streamViewers, { sessionId: stream.id, logins, skewMs, fps: paceOf(stream) });
  };

  /** After rows of the device's streams or views were written: pages read them again. */
  const announce = (deviceId: string) => bus.publish(videoChanged(deviceId), { deviceId });

  const change = async (stream: Stream, state: VideoState, reason: VideoReason | null) => {
    Object.assign(stream, { state, reason });
    const isEnd = state === 'CLOSED' || failed.includes(state);
    await videoLog.change(stream.id, { state, reason, changedAt: isoOf(nowMs()), isEnd });
    announce(stream.deviceId);
  };

  const endView = async (stream: Stream, view: View, as: VideoViewEnd): Promise<void> => {
    if (!stream.views.delete(view.id)) return;
    view.endedAs = as;
    if (stream.views.size === 0) stream.leftMs = nowMs();
    tellViewers(stream);
    await videoLog.endView(view.id, as, isoOf(nowMs()));
    announce(stream.deviceId);
  };

  /** Asks the robot to stop. A robot that refuses or does not answer leaves the stream as one that could not be stopped. */
  const stopAtRobot = async ({ id, deviceId }: Stream): Promise<boolean> => {
    const command = { deviceId, type: 'stream.close', params: { sessionId: id }, by: '' } as const;
    const row = await commands.sendAndWait(command).catch(() => undefined);
    return row?.status === 'SUCCEEDED';
  };

  const finish = async (stream: Stream, reason: VideoReason, viewEnd: VideoViewEnd) => {
    const { id, camera } = stream;
    const wasStarted = stream.state !== 'STARTING';
    await stream.begun.catch(() => {});
    await Promise.all([...stream.views.values()].map((view) => endView(stream, view, viewEnd)));
    log.info({ video: id, camera, as: reason }, 'a stream ended');
    if (!wasStarted) {
      await change(stream, 'START_FAILED', reason);
      // The robot may still open it.
      void stopAtRobot(stream);
    } else if (reason === 'LOST' || reason === 'OFFLINE' || reason === 'RESTARTED') {
      await change(stream, 'CLOSED', reason);
    } else {
      await change(stream, 'STOPPING', reason);
      await change(stream, (await stopAtRobot(stream)) ? 'CLOSED' : 'STOP_FAILED', reason);
    }
  };

  /** Ends a stream once: its viewers get no frame any more, and the connection of the robot is closed. */
  const end = (
    stream: Stream,
    reason: VideoReason,
    viewEnd: VideoViewEnd = 'STREAM_ENDED',
  ): Promise<void> => {
    if (stream.ending) return stream.ending;
    const { id } = stream;
    stream.ending = finish(stream, reason, viewEnd)
      .catch((error: unknown) => log.error({ error, video: id }, 'the end of a stream could not be stored'))
      .finally(() => streams.delete(id));
    tellViewers(stream);
    bus.publish(streamEnded, { sessionId: id });
    return stream.ending;
  };

  return {
    streams,
    nowMs,
    tellViewers,
    announce,
    change,
    endView,
    end,
    ofDevice: (deviceId: string) => [...streams.values()].filter((stream) => stream.deviceId === deviceId),
  };
}
export type VideoRegistry = ReturnType<typeof createVideoRegistry>;
