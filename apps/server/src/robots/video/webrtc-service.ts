import { randomBytes } from 'node:crypto';
import { streamTokenMs } from '@sweepline/contract/robot';
import { newId } from '../../platform/runtime/ids.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { OwnView, RobotOffer, SdpAnswer, ViewerOffer } from '../../robots-port/video-requests.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import { skewOf } from '../sessions/session.ts';
import { createMediaRelay, RelayRefusal, type RelayEvent } from './relay/media-relay.ts';
import { isVideoOffer } from './relay/sdp-offer.ts';
import type { VideoDeps, VideoRegistry } from './video-registry.ts';
import { maxStreamS, type Stream } from './video-stream.ts';
import { isOver, lostViewers, redeemToken, type WebrtcStream } from './webrtc-stream.ts';

/** The robot is asked for this; the bit rate is its own decision. */
const quality = { width: 640, fps: 15, quality: 60 } as const;
/** The robot has this long until its first key frame is at the relay. */
const publishMs = 10_000;
/** After a stream that failed, the robot is not asked again for this time. */
const retryMs = 10_000;

/** What the recordings need of the relay's streams (docs/decisions/0071-recordings-of-video.md). */
interface RecordedStreams {
  isRecorded(base: Stream): boolean;
  onEvent(event: RecordingEvent): void;
}
export type RecordingEvent = Extract<RelayEvent, { recordingId: string }>;

/** The answer of the relay, or why there is none. */
async function answerOf(log: VideoDeps['log'], work: () => Promise<string>): Promise<SdpAnswer> {
  try {
    return { sdp: await work() };
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    log.info({ fault: error.message }, 'the media relay refused a peer');
    return { refused: error.fault === 'OFFER' ? 'OFFER' : 'AWAY' };
  }
}

/** WebRTC as an upgrade of JPEG streams (docs/decisions/0069-webrtc-as-an-upgrade.md). */
export function createWebrtcService(
  deps: VideoDeps,
  { streams: bases, nowMs }: VideoRegistry,
  recorded: RecordedStreams,
) {
  const { log, commands, media, sessionOf } = deps;
  const streams = new Map<string, WebrtcStream>();
  const failedMs = new WeakMap<Stream, number>();
  const byBase = (base: Stream) => [...streams.values()].find((stream) => stream.base === base);

  const forget = (stream: WebrtcStream): boolean => {
    if (!streams.delete(stream.id)) return false;
    stream.settle(false);
    relay?.end(stream.id);
    return true;
  };
  const end = (stream: WebrtcStream) => {
    if (!forget(stream)) return;
    const { deviceId } = stream.base;
    const close = { deviceId, type: 'stream.close', params: { sessionId: stream.id }, by: '' } as const;
    commands.sendAndWait(close).catch(() => {});
  };
  const fail = (stream: WebrtcStream) => {
    failedMs.set(stream.base, nowMs());
    end(stream);
  };
  const drop = (stream: WebrtcStream, viewId: string) => {
    if (!stream.viewIds.delete(viewId)) return;
    if (stream.viewIds.size === 0) stream.leftMs = nowMs();
    relay?.unsubscribe(viewId);
  };
  const onEvent = (event: RelayEvent) => {
    if (event.type === 'ENDED') return [...streams.values()].forEach(end);
    if ('recordingId' in event) return recorded.onEvent(event);
    if (event.type === 'SUBSCRIBER_GONE')
      return streams.forEach((stream) => drop(stream, event.subscriberId));
    const stream = streams.get(event.sessionId);
    if (!stream) return;
    if (event.type !== 'PUBLISHED') return fail(stream);
    stream.isLive = true;
    stream.settle(true);
  };
  const relay = media && createMediaRelay(media, log, onEvent);

  const start = (base: Stream): WebrtcStream => {
    const [id, token, ms] = [newId(), randomBytes(32).toString('base64url'), nowMs()];
    const { promise: published, resolve: settle } = Promise.withResolvers<boolean>();
    const secret = { tokenHash: hashOfToken(token), tokenUntilMs: ms + streamTokenMs, isTokenUsed: false };
    const begin = { viewIds: new Set<string>(), leftMs: ms, isLive: false };
    const stream: WebrtcStream = { id, base, published, settle, ...secret, ...begin };
    streams.set(id, stream);
    setTimeout(() => stream.settle(false), publishMs).unref();
    published.then((isPublished) => isPublished || fail(stream)).catch(() => {});
    const { deviceId, camera } = base;
    const terms = { ...quality, transport: 'WEBRTC', token, maxSeconds: maxStreamS };
    const params = { sessionId: id, kind: 'VIDEO', camera, ...terms };
    commands.sendAndWait({ deviceId, type: 'stream.open', params, by: '' }).then(
      ({ status }) => status === 'SUCCEEDED' || fail(stream),
      () => fail(stream),
    );
    return stream;
  };
  const mayStart = (base: Stream): boolean =>
    base.hasWebrtc && base.state === 'RUNNING' && nowMs() - (failedMs.get(base) ?? -Infinity) >= retryMs;
  /** The view of a request, with its JPEG stream. One of another sign-in, an ended one and none are refused alike. */
  const viewOf = ({ deviceId, sessionId, viewId, login }: OwnView & { sessionId: string }) => {
    const base = bases.get(sessionId);
    const view = base?.deviceId === deviceId && !base.ending ? base.views.get(viewId) : undefined;
    return base && view?.login === login ? { base, view } : refuse('NO_VIEW');
  };
  return {
    isOn: media !== undefined,
    /** The stream of a camera that the relay has pictures of. */
    liveOf: (base: Stream): WebrtcStream | undefined =>
      [...streams.values()].find((stream) => stream.base === base && stream.isLive),
    subscribe: async (offer: ViewerOffer): Promise<SdpAnswer> => {
      const { base, view } = viewOf(offer);
      if (!isVideoOffer(offer.sdp)) return { refused: 'OFFER' };
      if (!relay || relay.isAway() || !mayStart(base)) return { refused: 'AWAY' };
      const stream = byBase(base) ?? start(base);
      stream.viewIds.add(view.id);
      const answer = (await stream.published)
        ? await answerOf(log, () => relay.subscribe(stream.id, view.id, offer.sdp))
        : ({ refused: 'AWAY' } as const);
      // The view may have ended meanwhile.
      if ('refused' in answer || !base.views.has(view.id)) drop(stream, view.id);
      viewOf(offer);
      return answer;
    },
    unsubscribe({ deviceId, viewId, login }: OwnView): void {
      for (const stream of streams.values())
        if (stream.base.deviceId === deviceId && stream.base.views.get(viewId)?.login === login)
          drop(stream, viewId);
    },
    publish: async ({ deviceId, sessionId, token, sdp }: RobotOffer): Promise<SdpAnswer> => {
      const stream = streams.get(sessionId);
      if (!relay || stream?.base.deviceId !== deviceId) return { refused: 'TOKEN' };
      if (!redeemToken(stream, hashOfToken(token), nowMs())) return { refused: 'TOKEN' };
      const session = sessionOf(deviceId);
      const clocks = { skewMs: session ? skewOf(session) : 0, aheadMs: nowMs() - Date.now() };
      return await answerOf(log, () => relay.publish(sessionId, sdp, clocks));
    },
    /** False for a session that the robot does not publish: another robot's, an ended one or none. */
    unpublish({ deviceId, sessionId }: Omit<RobotOffer, 'token' | 'sdp'>): boolean {
      const stream = streams.get(sessionId);
      if (stream?.base.deviceId !== deviceId || !stream.isTokenUsed) return false;
      // The robot does not want it now: its viewers do not start it again at once.
      failedMs.set(stream.base, nowMs());
      return forget(stream);
    },
    tick(ms: number): void {
      for (const stream of streams.values()) {
        for (const viewId of lostViewers(stream, ms)) drop(stream, viewId);
        if (isOver(stream, recorded.isRecorded(stream.base), ms)) end(stream);
      }
    },
    stop: async (): Promise<void> => {
      [...streams.values()].forEach(end);
      await relay?.stop();
    },
    relay,
  };
}
export type WebrtcService = ReturnType<typeof createWebrtcService>;
