import type { RecordingEnd } from '@sweepline/contract';
import { mayStillRecord } from '../../features/remote/video/video-right-service.ts';
import { runJobNow } from '../../platform/jobs/jobs.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { RecordCamera } from '../../robots-port/video-requests.ts';
import { isoOf } from '../protocol/iso.ts';
import { mayRecord, recordingEndOf, type Recording } from './recording.ts';
import { createRecordingLog } from './recording-log.ts';
import { createRecordingWriter } from './recording-writer.ts';
import type { VideoDeps, VideoRegistry } from './video-registry.ts';
import type { Stream } from './video-stream.ts';
import type { RecordingEvent, WebrtcService } from './webrtc-service.ts';
import type { WebrtcStream } from './webrtc-stream.ts';

const checkEveryMs = 1_000;
/** A recording waits for the rest of its pictures this long. */
const restMs = 2_000;

/** The view of a sign-in that is served live. One of another sign-in, an ended one and none are refused alike. */
function viewerOf(
  base: Stream | undefined,
  live: WebrtcStream | undefined,
  { deviceId, login }: Pick<RecordCamera, 'deviceId' | 'login'>,
) {
  if (base?.deviceId !== deviceId || base.ending) return refuse('NO_VIEW');
  const own = [...base.views.values()].filter((view) => view.login === login);
  if (own.length === 0) return refuse('NO_VIEW');
  const view = own.findLast(({ id }) => live?.viewIds.has(id));
  return live && view ? { base, live, view } : refuse('NO_LIVE_VIDEO');
}

/**
 * Recordings of the cameras of this server's robots (docs/decisions/0071-recordings-of-video.md). The relay passes clusters on each
 * second. They are stored at once, so a killed server loses the last seconds only; a background job makes a file of them.
 */
export function createRecordingService(
  { db, bus, files, log, sessionOf }: VideoDeps,
  { streams: bases, nowMs, announce }: VideoRegistry,
  webrtcOf: () => WebrtcService,
) {
  const recordingLog = createRecordingLog(db);
  const recordings = new Map<string, Recording>();
  /** Called when the relay has passed on the last pictures of a recording. */
  const rests = new Map<string, () => void>();
  const ofBase = (base: Stream) => [...recordings.values()].find((it) => it.base === base);

  /** Another server has ended it. */
  const forget = ({ id, base }: Recording) => {
    recordings.delete(id);
    webrtcOf().relay?.stopRecording(id);
    announce(base.deviceId);
  };

  const writer = createRecordingWriter({ files, log, recordingLog, nowMs, forget });

  const onEvent = (event: RecordingEvent) => {
    if (event.type === 'RECORDED') return rests.get(event.recordingId)?.();
    const recording = recordings.get(event.recordingId);
    if (!recording) return;
    recording.signMs = nowMs();
    recording.origin ??= event.origin;
    recording.lastMs = event.toMs;
    if (!mayRecord(recording, nowMs())) return;
    recording.bytes += event.bytes.length * 0.75;
    recording.pending.push(event);
    void writer.store(recording);
  };

  const rest = (id: string): Promise<void> =>
    new Promise<void>((done) => {
      rests.set(id, done);
      setTimeout(done, restMs).unref();
      const { relay } = webrtcOf();
      if (relay) relay.stopRecording(id);
      else done();
    }).then(() => void rests.delete(id));
  const finish = async (recording: Recording, endedAs: RecordingEnd, endedBy: string) => {
    const { id, base } = recording;
    const at = isoOf(nowMs());
    await rest(id);
    await writer.end(recording, { at, endedAs, endedBy });
    log.info({ recording: id, as: endedAs }, 'a recording ended');
    announce(base.deviceId);
    bus.publish(runJobNow, { name: 'recordings.store' });
  };
  const end = (recording: Recording, endedAs: RecordingEnd, endedBy = ''): Promise<void> =>
    (recording.ending ??= finish(recording, endedAs, endedBy)
      .catch((error: unknown) =>
        log.error({ error, recording: recording.id }, 'the end of a recording could not be stored'),
      )
      .finally(() => recordings.delete(recording.id)));

  /** Goes on with the next stream of the camera after one that broke. */
  const follow = (recording: Recording) => {
    const live = webrtcOf().liveOf(recording.base);
    if (!live || live.id === recording.streamId) return;
    recording.streamId = live.id;
    const { id, origin, lastMs: afterMs } = recording;
    webrtcOf().relay?.record(live.id, id, { origin, afterMs });
  };

  const checkRight = async (recording: Recording) => {
    recording.checkedMs = nowMs();
    const { deviceId, companyId } = recording.base;
    const { accountId, login: sessionId } = recording.view;
    if (await mayStillRecord(db, { accountId, sessionId, deviceId, companyId })) return;
    await end(recording, 'RIGHT_ENDED');
  };
  const check = (recording: Recording, ms: number) => {
    if (ms - recording.checkedMs < checkEveryMs) return;
    // Without a confirmation of the view nothing is recorded either.
    checkRight(recording).catch((error: unknown) =>
      log.error({ error }, 'the right to record could not be looked up'),
    );
  };

  return {
    isRecorded: (base: Stream): boolean => ofBase(base) !== undefined,
    onEvent,
    start: async (input: RecordCamera): Promise<{ id: string }> => {
      const { deviceId, sessionId, login, ...who } = input;
      const found = bases.get(sessionId);
      const { base, live, view } = viewerOf(found, found && webrtcOf().liveOf(found), { deviceId, login });
      if (!files) return refuse('NO_LIVE_VIDEO');
      const [id, ms] = [newId(), nowMs()];
      const { companyId, camera } = base;
      const row = { id, companyId, deviceId, camera, ...who, startedAt: isoOf(ms) };
      const taken = await recordingLog.begin(row);
      if (taken !== undefined) return refuse('RECORDING_TAKEN', taken);
      const begin = { origin: null, lastMs: -1, bytes: 0, pending: [] };
      const times = { startedMs: ms, signMs: ms, checkedMs: ms };
      const parts = { id, base, view, person: who.person, streamId: live.id };
      recordings.set(id, { ...parts, ...times, ...begin, storing: undefined, ending: undefined });
      webrtcOf().relay?.record(live.id, id, { origin: null, afterMs: -1 });
      announce(deviceId);
      return { id };
    },
    /** Resolves when the end is stored. One that this server does not record is left as it is. */
    stop: async (id: string, by: string): Promise<void> => {
      const recording = recordings.get(id);
      if (recording) await end(recording, 'STOPPED', by);
    },
    tick(ms: number): void {
      for (const recording of recordings.values()) {
        const isOnline = sessionOf(recording.base.deviceId)?.liveness.state === 'ONLINE';
        const endedAs = recordingEndOf(recording, isOnline, ms);
        if (recording.ending) continue;
        if (endedAs) void end(recording, endedAs);
        else {
          follow(recording);
          check(recording, ms);
        }
      }
    },
    load: async (shards: readonly number[]): Promise<void> => {
      const left = await recordingLog.endOpen(shards, isoOf(nowMs()));
      for (const { deviceId } of left) announce(deviceId);
      if (left.length > 0) bus.publish(runJobNow, { name: 'recordings.store' });
    },
    /** Ends those of a device, or all of them. */
    endAll: async (deviceId?: string): Promise<void> => {
      const all = [...recordings.values()].filter((it) => !deviceId || it.base.deviceId === deviceId);
      await Promise.all(all.map((recording) => end(recording, 'RESTARTED')));
    },
  };
}
