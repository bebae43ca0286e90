import { shellInputChannel } from '../features/remote/shells/shell-channel-service.ts';
import type { Implementation } from '../platform/cluster/owner-method.ts';
import type { Bus } from '../platform/socket/bus.ts';
import { RobotRefusal } from '../robots-port/robot-refusal.ts';
import type { RobotMethods } from '../robots-port/owner-methods.ts';
import type { Robots } from '../robots-port/robots.ts';
import type { Gateway } from '../robots/gateway.ts';
import type { CallOwner } from './robots.ts';

interface StreamRequestDeps {
  gateway: Pick<Gateway, 'shells'>;
  bus: Bus;
}
export type StreamRequests = Pick<Robots, 'videos' | 'liveLogs' | 'shells'>;

/** Pictures, logs and shells of the robots of any server. */
export const streamRequests = (call: CallOwner, deps: StreamRequestDeps): StreamRequests => ({
  videos: {
    open: (input) => call('openVideo', input.deviceId, input),
    keepOn: async (view) => void (await call('keepVideo', view.deviceId, view)),
    close: async (view) => void (await call('closeVideo', view.deviceId, view)),
    subscribe: (offer) => call('subscribeVideo', offer.deviceId, offer),
    unsubscribe: async (view) => void (await call('unsubscribeVideo', view.deviceId, view)),
    publish: (offer) => call('publishVideo', offer.deviceId, offer),
    record: (input) => call('recordVideo', input.deviceId, input),
    stopRecording: async (input) => void (await call('stopRecording', input.deviceId, input)),
    unpublish: (stream) => call('unpublishVideo', stream.deviceId, stream),
  },
  liveLogs: {
    open: async (reader) => void (await call('openLiveLog', reader.deviceId, reader)),
    keepOn: async (reader) => void (await call('keepLiveLog', reader.deviceId, reader)),
    close: async (reader) => void (await call('closeLiveLog', reader.deviceId, reader)),
  },
  shells: shellRequests(call, deps),
});

const shellRequests = (call: CallOwner, { gateway, bus }: StreamRequestDeps): Robots['shells'] => ({
  open: async (input) => void (await call('openShell', input.deviceId, input)),
  close: async (input) => void (await call('closeShell', input.deviceId, input)),
  flush: async (deviceId, sessionId) => {
    try {
      await call('flushShell', deviceId, { deviceId, sessionId });
    } catch (error) {
      if (!(error instanceof RobotRefusal)) throw error;
    }
  },
  input: (login, input) => {
    if (!gateway.shells.input(login, input)) bus.publish(shellInputChannel(input.session), { login, input });
  },
});

export const done = async (work: Promise<unknown> | void): Promise<null> => {
  await work;
  return null;
};

/** What this server does with the streams of its own robots. */
export const streamImplementation = (gateway: Pick<Gateway, 'videos' | 'shells' | 'liveLogs'>) =>
  ({
    openVideo: (input) => gateway.videos.open(input),
    keepVideo: (view) => done(gateway.videos.keepOn(view)),
    closeVideo: (view) => done(gateway.videos.close(view)),
    openShell: (input) => done(gateway.shells.open(input)),
    closeShell: (input) => done(gateway.shells.close(input)),
    flushShell: ({ deviceId, sessionId }) => done(gateway.shells.flush(deviceId, sessionId)),
    subscribeVideo: (offer) => gateway.videos.subscribe(offer),
    unsubscribeVideo: async (view) => done(gateway.videos.unsubscribe(view)),
    publishVideo: (offer) => gateway.videos.publish(offer),
    unpublishVideo: async (stream) => gateway.videos.unpublish(stream),
    recordVideo: (input) => gateway.videos.record(input),
    stopRecording: ({ recordingId, by }) => done(gateway.videos.stopRecording(recordingId, by)),
    openLiveLog: (reader) => done(gateway.liveLogs.open(reader)),
    keepLiveLog: (reader) => done(gateway.liveLogs.keepOn(reader)),
    closeLiveLog: (reader) => done(gateway.liveLogs.close(reader)),
  }) satisfies Partial<Implementation<RobotMethods>>;
