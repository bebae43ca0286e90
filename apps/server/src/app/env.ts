import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverRoles } from '@sweepline/contract';
import type { IceServer } from '@sweepline/contract/robot';
import { z } from 'zod';
import { StartupError } from '../platform/embedded/startup-error.ts';

const flag = (byDefault: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(byDefault ? '1' : '0')
    .transform((text) => text === '1' || text === 'true');
const port = (byDefault: number) => z.coerce.number().int().min(0).max(65_535).default(byDefault);
const address = z.string().min(1).optional();
const list = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text) => text.split(',').map((item) => item.trim()));

const portRange = z.string().transform((text, { addIssue }): [number, number] => {
  const [from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (from < 1024 || to > 65_535 || from >= to) addIssue('two ports with a dash, for example 40000-40199');
  return [from, to];
});

/** One server: `stun:host:port`, or `turn:name:secret@host:port`. */
const iceServerOf = (text: string): IceServer | undefined => {
  const [, scheme, username, credential, place] =
    /^(stuns?|turns?):(?:([^:@]+):([^@]+)@)?([\w.-]+(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?)$/.exec(text) ??
    [];
  if (!scheme || !place) return undefined;
  return { urls: [`${scheme}:${place}`], ...(username && { username, credential }) };
};
const iceServers = z
  .string()
  .default('')
  .transform((text, { addIssue }): IceServer[] =>
    text.split(',').flatMap((item) => {
      if (item.trim() === '') return [];
      const server = iceServerOf(item.trim());
      if (!server) addIssue(`"${item.trim()}" is not stun:host:port or turn:name:secret@host:port`);
      return server ?? [];
    }),
  );

const role = z.enum(serverRoles, {
  error: ({ input }) => `there is no role "${String(input)}"; the roles are ${serverRoles.join(', ')}`,
});
/** The stop of a server takes this and up to 20 s; supervisors kill a process after 30 s or more. */
const maxDrainSeconds = 10;

/** Every environment variable of the server with its default. The table in the README lists the same. */
const schema = z.object({
  /** The port of console and API; 0 lets the system choose. */
  PORT: port(8080),
  HOST: z.string().default('127.0.0.1'),
  /** What this server does; `npm run serve` only, because a server with an embedded service is the only one. */
  ROLES: list(serverRoles.join(',')).pipe(z.array(role)),
  /** The wait between the refusal of `/ready` and the end, for load balancers; `npm run serve` waits 5 s. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(maxDrainSeconds).default(0),
  /** The folder for all state that is not in an external service. */
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: address,
  /** Number of connections to PostgreSQL from this process. */
  DB_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** An outside broker; without it the embedded one listens on MQTT_HOST:MQTT_PORT. */
  MQTT_URL: address,
  MQTT_HOST: z.string().default('127.0.0.1'),
  MQTT_PORT: port(1883),
  /** The broker's public name for robots; robots then reach an outside broker on MQTT_TLS_PORT and MQTT_TLS_PASSWORD_PORT. */
  MQTT_PUBLIC_HOST: address,
  /** Public keys of software packages (`npm run ota:sign`), which robots trust too: `name:base64`, several with commas. */
  OTA_KEYS: address,
  /** PEM files: the broker's certificate and key open MQTT_TLS_PASSWORD_PORT, the devices' authority also MQTT_TLS_PORT. */
  MQTT_TLS_CERT: address,
  MQTT_TLS_KEY: address,
  MQTT_TLS_DEVICE_CA: address,
  /** PEM file of revoked certificates; read again when it changes. */
  MQTT_TLS_DEVICE_CRL: address,
  MQTT_TLS_PORT: port(8883),
  MQTT_TLS_PASSWORD_PORT: port(8884),
  MQTT_INTERFACE_NAMES: list('vda5050,uagv'),
  /** The device API for robots with a certificate; opens with MQTT_TLS_CERT. */
  DEVICE_HTTPS_PORT: port(8443),
  /** PEM files of the authority that signs device certificates; without them one is created in DATA_DIR/keys. */
  DEVICE_CA_CERT: address,
  DEVICE_CA_KEY: address,
  /** 32 bytes in base64 that seal activation codes, the same at every server; without it a key is created in DATA_DIR/keys. */
  INSTALLATION_KEY: address,
  /** The operator of the robots' SIM cards (docs/sim-operator.md); without it users maintain the cards by hand. */
  SIM_OPERATOR_URL: z.url().optional(),
  SIM_OPERATOR_TOKEN: z.string().min(1).optional(),
  /** Accepts robots without a credential; for development only. */
  MQTT_DEV_LISTENER: flag(false),
  /** Unregistered robots on a listener that accepted them: ignored, listed for a user's decision, or adopted. */
  DEVICE_AUTO_ADOPT: z.enum(['off', 'pending', 'on']).default('pending'),
  /** The prefix of the server's client ids on an outside broker. */
  INSTALLATION: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .default('sweepline'),
  /** Video over WebRTC: the name or address of this server for robots and pages, if it is not HOST. */
  PUBLIC_MEDIA_HOST: address,
  /** The UDP and TCP ports of video over WebRTC, one for each robot and viewer; the system chooses without it. */
  MEDIA_PORTS: portRange.optional(),
  /** STUN and TURN servers for robots and pages: `turn:name:secret@turn.example:3478`, several with commas. */
  ICE_SERVERS: iceServers,
  FILES_URL: address,
  /** The storage of each company for the files and packages that its people upload. */
  FILES_QUOTA_GB: z.coerce.number().positive().max(1_000_000).default(100),
  /** The storage of each company for logs of its robots; beyond it the oldest are deleted. */
  LOGS_QUOTA_GB: z.coerce.number().positive().max(1_000_000).default(50),
  /** The mail server: smtp://user:password@host:587 or smtps://…; without it the console states that mail is not configured. */
  SMTP_URL: address,
  /** The sender of mail: Sweepline <reports@example.com>. Required with SMTP_URL. */
  MAIL_FROM: address,
  /** Names, addresses and networks inside that may get webhooks, with commas; without it only addresses of the internet. */
  WEBHOOK_ALLOWED_HOSTS: list(''),
  /** Text to speech: `none` switches the optional package off; a program reads the text; a server answers `/v1/audio/speech`. */
  VOICE_ENGINE: z.enum(['embedded', 'none']).default('embedded'),
  VOICE_COMMAND: address,
  VOICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The console's public address for users and vehicles; without it the address the server listens on. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The initial password of new accounts; without it each gets a random one, shown once. */
  INITIAL_PASSWORD: z.string().min(8).max(128).optional(),
  /** Retention of the audit and the error log; the audit is kept for at least 90 days. */
  AUDIT_DAYS: z.coerce.number().int().min(90).max(36_500).default(1_096),
  ERROR_LOG_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
  SESSION_MAX_DAYS: z.coerce.number().positive().default(7),
  /** Accepts the session's token in the address of the socket, which proxies log. The console opens sockets by tickets. */
  WS_ACCEPT_SESSION_TOKEN: flag(false),
  /** The token for `GET /metrics` (`Authorization: Bearer …`); without it there is no such route. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The number of reverse proxies in front; their `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  NODE_ENV: z.string().default('production'),
});

/** Rules between variables. */
const consistent = schema.superRefine(({ SMTP_URL, MAIL_FROM, MQTT_URL, ROLES }, { addIssue }) => {
  const issue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
  const missingRoles = serverRoles.filter((it) => !ROLES.includes(it));
  if (!MQTT_URL && missingRoles.length > 0)
    issue('ROLES', 'with an embedded broker a server is the only one and plays every role; set MQTT_URL');
  if (SMTP_URL && !/^smtps?:\/\/[^/]/.test(SMTP_URL)) issue('SMTP_URL', 'an smtp:// or smtps:// address');
  if (SMTP_URL && !MAIL_FROM) issue('MAIL_FROM', 'SMTP_URL needs it: who the mail is from');
  if (MAIL_FROM && !/^[^<>@]*<?[^<>@\s]+@[^<>@\s]+>?$/.test(MAIL_FROM))
    issue('MAIL_FROM', 'a mail address, with or without a name: Sweepline <reports@example.com>');
});

type Values = z.output<typeof schema>;
export type Env = Values & { FILES_URL: string };

/** Reads the environment. Throws a `StartupError` with one line per mistake. */
export function readEnv(values: Record<string, string | undefined> = process.env): Env {
  // An empty variable counts as unset, as in a compose file with a blank value.
  const setValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = consistent.safeParse(setValues);
  if (!parsed.success) {
    throw new StartupError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const dataDir = resolve(parsed.data.DATA_DIR);
  const FILES_URL = parsed.data.FILES_URL ?? pathToFileURL(`${dataDir}/files`).href;
  return { ...parsed.data, DATA_DIR: dataDir, FILES_URL };
}

/** The services that several servers share. None of them can be embedded in one of the servers. */
const sharedServices = {
  DATABASE_URL:
    'the PostgreSQL of the installation, for example postgres://owner:secret@db.example/sweepline',
  MQTT_URL: 'the MQTT broker of the installation, for example mqtt://sweepline:secret@broker.example',
  FILES_URL: 'the storage that all servers reach: s3://bucket/prefix or a file: address of a shared folder',
};
const serveDefaults = { LOG_LEVEL: 'warn', DRAIN_SECONDS: '5' };

/**
 * Reads the environment of one server among several (`npm run serve`). Throws a `StartupError` with one line per missing
 * service.
 */
export function readServeEnv(values: Record<string, string | undefined> = process.env): Env {
  const missing = Object.entries(sharedServices).filter(([name]) => !values[name]);
  if (missing.length > 0)
    throw new StartupError(missing.map(([name, is]) => `${name} is not set: ${is}`).join('\n'));
  const env = readEnv({ ...serveDefaults, ...values });
  if (env.FILES_URL.startsWith(pathToFileURL(`${env.DATA_DIR}/`).href))
    throw new StartupError(
      'FILES_URL is inside DATA_DIR, which belongs to one server: choose a folder outside.',
    );
  return env;
}
