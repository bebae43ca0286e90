import { videoRules, type OpenedView } from '@sweepline/contract';
import { maxCameras, type StreamTransport } from '@sweepline/contract/robot';
import { rightsChanged, sessionEnded } from '../../features/people/auth/session-service.ts';
import { controlChanged } from '../../features/devices/control/control-service.ts';
import { deviceChannel } from '../../features/devices/identity/credential-service.ts';
import { sectionChannel } from '../../features/devices/settings/section-service.ts';
import { streamEnded, streamSigns } from '../../features/remote/video/video-channel-service.ts';
import { isVideoOff } from '../../features/remote/video/video-right-service.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { OwnView, WatchCamera } from '../../robots-port/video-requests.ts';
import { reachable } from '../commands/robot-refusal.ts';
import { isoOf } from '../protocol/iso.ts';
import { createRecordingService } from './recording-service.ts';
import { createVideoRegistry, type VideoDeps } from './video-registry.ts';
import { createStreamStart } from './video-start.ts';
import type { Stream, View } from './video-stream.ts';
import { createVideoWatch } from './video-watch.ts';
import { createWebrtcService } from './webrtc-service.ts';

/** Watching cameras (docs/protocol/video.md#session): one stream of a camera, shared by its viewers. */
export function createVideoService(deps: VideoDeps) {
  const { bus, videoLog, sessionOf } = deps;
  const registry = createVideoRegistry(deps);
  const { streams, nowMs, tellViewers, announce, change, endView, end, ofDevice } = registry;
  const watch = createVideoWatch(deps, registry);
  const recordings = createRecordingService(deps, registry, () => webrtc);
  const webrtc = createWebrtcService(deps, registry, recordings);
  const start = createStreamStart(deps, registry, webrtc.isOn);

  const viewOf = ({ deviceId, viewId, login }: OwnView): { stream: Stream; view: View } => {
    const stream = ofDevice(deviceId).find(({ views }) => views.get(viewId)?.login === login);
    const view = stream?.views.get(viewId);
    return stream && view ? { stream, view } : refuse('NO_VIEW');
  };

  /** Makes room for another camera: streams without viewers end at once. */
  const makeRoom = async (deviceId: string) => {
    const unwatched = ofDevice(deviceId).filter(({ views }) => views.size === 0);
    await Promise.all(unwatched.map((stream) => end(stream, 'NO_VIEWER')));
  };

  const onSign = async (sessionId: string, sign: 'OPENED' | 'FRAMES' | 'CLOSED') => {
    const stream = streams.get(sessionId);
    if (!stream || stream.ending) return;
    stream.signMs = nowMs();
    if (sign === 'CLOSED') {
      // A robot ends its streams when video is switched off.
      const isOff = await isVideoOff(deps.db, stream.deviceId).catch(() => false);
      return await end(stream, isOff ? 'VIDEO_OFF' : 'LOST');
    }
    if (stream.state !== 'STARTING') return;
    stream.state = 'RUNNING';
    // The end waits for it, so that the later state is stored last.
    stream.begun = stream.begun.then(() => change(stream, 'RUNNING', null));
    await stream.begun;
    tellViewers(stream);
  };

  const stops = [
    bus.subscribe(
      streamSigns,
      ({ content: { sessionId, sign } }) => void onSign(sessionId, sign).catch(reportFault),
    ),
    ...[controlChanged, rightsChanged, sessionEnded, deviceChannel].map((channel) =>
      bus.subscribe<unknown>(channel, watch.checkAll),
    ),
    bus.subscribe(sectionChannel, ({ content }) => void watch.endIfOff(content.deviceId).catch(reportFault)),
  ];
  const reportFault = (error: unknown) =>
    deps.log.error({ error }, 'the state of a stream could not be stored');

  return {
    /** Watches a camera: joins its stream, or starts one. It does not wait for the robot. */
    open: async (input: WatchCamera): Promise<OpenedView> => {
      const { deviceId, camera, viewer, login, byRight, reason, size = 'LARGE' } = input;
      const session = reachable(sessionOf(deviceId));
      if (!session.vendor) refuse('UNSUPPORTED');
      const find = () => ofDevice(deviceId).find((it) => it.camera === camera && !it.ending);
      const isByRule = byRight === 'RULE';
      // Its viewers watch the large one instead. A rule takes what is there: one picture changes no page.
      if (size === 'LARGE' && !isByRule)
        for (let small = find(); small?.size === 'SMALL'; small = find()) await end(small, 'REPLACED');
      if (!find()) await makeRoom(deviceId);
      const { companyId } = session.device;
      // Nothing is awaited between check and start: of three cameras that are opened at once one is refused.
      const isBusy = !find() && ofDevice(deviceId).length >= maxCameras;
      const stream = isBusy ? refuse('CAMERAS_BUSY') : (find() ?? start(input, companyId));
      const people = [...stream.views.values()].filter((view) => !view.isByRule);
      if (!isByRule && people.length >= videoRules.maxViewers) refuse('VIEWERS_FULL');
      const [viewId, ms] = [newId(), nowMs()];
      const { accountId, name, company } = viewer;
      const times = { keptMs: ms, permittedMs: ms, checkedMs: ms };
      const who = { accountId, login, isByRule };
      stream.views.set(viewId, { id: viewId, ...who, size, transport: 'WS_JPEG', ...times });
      await stream.begun;
      const row = { id: viewId, companyId, deviceId, sessionId: stream.id, camera, byRight, reason };
      await videoLog.beginView({ ...row, accountId, login, viewer: name, company, openedAt: isoOf(ms) });
      tellViewers(stream);
      announce(deviceId);
      const { iceServers = [] } = deps.media ?? {};
      return { viewId, sessionId: stream.id, webrtc: stream.hasWebrtc ? { iceServers } : null };
    },
    keepOn({ transport = 'WS_JPEG', ...own }: OwnView & { transport?: StreamTransport }): void {
      const { stream, view } = viewOf(own);
      view.keptMs = nowMs();
      if (view.transport === transport) return;
      view.transport = transport;
      tellViewers(stream);
    },
    close: async (own: OwnView): Promise<void> => {
      const { stream, view } = viewOf(own);
      await endView(stream, view, 'LEFT');
    },
    subscribe: webrtc.subscribe,
    unsubscribe: webrtc.unsubscribe,
    publish: webrtc.publish,
    record: recordings.start,
    stopRecording: recordings.stop,
    unpublish: webrtc.unpublish,
    /** For tests that end it. */
    relay: webrtc.relay,
    tick: (ms: number): void => {
      // First, so that one whose time is up is not ended as one without viewer.
      recordings.tick(ms);
      watch.tick(ms);
      webrtc.tick(ms);
    },
    load: async (shards: readonly number[]): Promise<void> => {
      await recordings.load(shards);
      for (const { id, deviceId } of await videoLog.endOpen(shards, isoOf(nowMs()))) {
        bus.publish(streamEnded, { sessionId: id });
        announce(deviceId);
      }
    },
    /** Ends the streams of a device that another server takes over. */
    handAway: async (deviceId: string): Promise<void> => {
      await recordings.endAll(deviceId);
      await Promise.all(ofDevice(deviceId).map((stream) => end(stream, 'RESTARTED', 'RESTARTED')));
    },
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      await recordings.endAll();
      await webrtc.stop();
      await Promise.all([...streams.values()].map((stream) => end(stream, 'RESTARTED', 'RESTARTED')));
    },
  };
}
