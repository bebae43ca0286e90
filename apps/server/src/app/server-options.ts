import type { Hold } from '../entities/installation/hold-state.ts';
import type { Gateway } from '../robots/gateway.ts';
import type { Env } from './env.ts';
import { consoleAddress } from './public-addresses.ts';

/** The listeners for robots on an outside broker (`docs/outside-broker.md`); they differ from the server's own. */
export const robotPorts = (env: Env, { tlsPorts }: Pick<Gateway, 'tlsPorts'>) =>
  env.MQTT_URL && env.MQTT_PUBLIC_HOST
    ? { password: env.MQTT_TLS_PASSWORD_PORT, certificate: env.MQTT_TLS_PORT }
    : tlsPorts;

/** Options of the gateway from the environment. */
export const gatewayOptions = (env: Env, { isHeld }: Pick<Hold, 'isHeld'>) => ({
  isHeld,
  publicUrl: (reachedAt?: string) => consoleAddress(env, reachedAt),
  host: env.MQTT_HOST,
  port: env.MQTT_PORT,
  interfaces: env.MQTT_INTERFACE_NAMES,
  devListener: env.MQTT_DEV_LISTENER,
  installation: env.INSTALLATION,
  autoAdopt: env.DEVICE_AUTO_ADOPT,
  media: mediaOptions(env),
  ...(env.MQTT_URL && { mqttUrl: env.MQTT_URL }),
});

/** Robots and pages reach the server over WebRTC at the same address, unless there is a public one. */
const mediaOptions = ({ HOST, PUBLIC_MEDIA_HOST, MEDIA_PORTS, ICE_SERVERS }: Env) => ({
  host: HOST,
  publicHost: PUBLIC_MEDIA_HOST,
  ports: MEDIA_PORTS,
  iceServers: ICE_SERVERS,
});
