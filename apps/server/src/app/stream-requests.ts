import { shellInputChannel } from '../features/device-shells/shell-channel-service.ts';
import type { Bus } from '../platform/socket/bus.ts';
import { RobotRefusal } from '../robots-port/robot-refusal.ts';
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
