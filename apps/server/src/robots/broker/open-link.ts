import type { GatewayOptions, GatewayTiming } from '../gateway-options.ts';
import type { BrokerCredentials } from '../elevators/module-credentials.ts';
import type { Link, LinkEvents } from '../protocol/link.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';

interface LinkParts {
  interfaces: readonly string[];
  credentials: BrokerCredentials;
  events: LinkEvents;
  adopted: Promise<void>;
  timing: Pick<GatewayTiming, 'brokerProbeMs'>;
}

/** The embedded broker, or the one that `mqttUrl` names. */
export async function openLink(
  options: GatewayOptions,
  { interfaces, credentials, events, adopted, timing }: LinkParts,
): Promise<Link> {
  if (options.mqttUrl) {
    const name = options.installation ?? 'sweepline';
    // A server with the embedded broker needs no MQTT client.
    const { connectOutsideBroker } = await import('./outside-broker.ts');
    return connectOutsideBroker({
      url: options.mqttUrl,
      name,
      interfaces,
      events,
      probeMs: timing.brokerProbeMs,
    });
  }
  return startEmbeddedBroker({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 1883,
    interfaces,
    devListener: options.devListener ?? false,
    credentials,
    // It delivers messages as soon as a robot is connected; an outside one those of the robots that are followed.
    admitAfter: adopted,
    tls: options.tls,
    events,
  });
}
