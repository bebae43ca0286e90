import { videoRules } from '@sweepline/contract';
import { isVideoOff, mayStillWatch } from '../../features/remote/video/video-right-service.ts';
import type { VideoDeps, VideoRegistry } from './video-registry.ts';
import { endReasonOf, isSizeNeeded, type Stream, type View } from './video-stream.ts';

const checkEveryMs = 1_000;

/** Ends streams and views by their limits, and checks the right of each viewer every second. */
export function createVideoWatch({ db, now, log, sessionOf }: VideoDeps, registry: VideoRegistry) {
  const { streams, nowMs, tellViewers, endView, end, ofDevice } = registry;

  const checkRight = async (stream: Stream, view: View) => {
    view.checkedMs = nowMs();
    const { deviceId, companyId } = stream;
    const viewer = { accountId: view.accountId, sessionId: view.login, deviceId, companyId };
    try {
      if (view.isByRule || (await mayStillWatch(db, now, viewer))) view.permittedMs = nowMs();
      else await endView(stream, view, 'RIGHT_ENDED');
    } catch (error) {
      // Without a confirmation the viewer gets no frames.
      log.error({ error }, 'a viewer’s right could not be looked up');
    }
  };

  const checkViews = (stream: Stream, ms: number) => {
    for (const view of stream.views.values())
      if (ms - view.keptMs > videoRules.goneMs) void endView(stream, view, 'GONE').catch(reportFault);
      else if (ms - view.checkedMs >= checkEveryMs) void checkRight(stream, view);
    if (ms - stream.toldMs >= checkEveryMs && stream.views.size > 0) tellViewers(stream);
  };
  const reportFault = (error: unknown) => log.error({ error }, 'the end of a view could not be stored');

  return {
    tick(ms: number): void {
      for (const stream of streams.values()) {
        if (isSizeNeeded(stream)) stream.neededMs = ms;
        const isOnline = sessionOf(stream.deviceId)?.liveness.state === 'ONLINE';
        const reason = endReasonOf(stream, isOnline, ms);
        if (reason) void end(stream, reason);
        else if (!stream.ending) checkViews(stream, ms);
      }
    },
    /** Ends the streams of a device whose settings switch video off. */
    async endIfOff(deviceId: string): Promise<void> {
      if (ofDevice(deviceId).length > 0 && (await isVideoOff(db, deviceId)))
        await Promise.all(ofDevice(deviceId).map((stream) => end(stream, 'VIDEO_OFF')));
    },
    /** Checks at once after an event that may have ended a right. */
    checkAll(): void {
      for (const stream of streams.values())
        for (const view of stream.views.values()) void checkRight(stream, view);
    },
  };
}
