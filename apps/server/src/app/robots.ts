import type { Robots } from '../robots-port/robots.ts';
import type { Gateway } from '../robots/gateway.ts';

/** The part of the gateway that handlers and the socket use. */
export function robotsOf(gateway: Gateway): Robots {
  const watched = new Map<string, () => void>();
  return {
    runs: gateway.runs,
    commands: gateway.commands,
    power: gateway.power,
    relocations: gateway.relocations,
    binding: gateway.binding,
    maps: gateway.maps,
    drives: gateway.drives,
    live: gateway.live,
    unwrittenPath: gateway.unwrittenPath,
    rejections: gateway.rejections,
    watch: (deviceId, watching, by = '') => {
      const key = `${deviceId} ${by}`;
      watched.get(key)?.();
      watched.delete(key);
      if (watching) watched.set(key, gateway.watch(deviceId));
    },
  };
}
