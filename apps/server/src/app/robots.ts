import type { Robots } from '../features/devices/robots-service.ts';
import type { Gateway } from '../robots/gateway.ts';

/** The gateway as handlers and the socket see it. */
export function robotsOf(gateway: Gateway): Robots {
  const watched = new Map<string, () => void>();
  return {
    runs: gateway.runs,
    commands: gateway.commands,
    live: gateway.live,
    unwrittenPath: gateway.unwrittenPath,
    rejections: gateway.rejections,
    watch: (deviceId, watching) => {
      watched.get(deviceId)?.();
      watched.delete(deviceId);
      if (watching) watched.set(deviceId, gateway.watch(deviceId));
    },
  };
}
