import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** Every variable the server reads, with its default. The README's table is made of these lines. */
const schema = z.object({
  /** Where console and API are served; 0 lets the system choose. */
  PORT: port(8080),
  HOST: z.string().default('127.0.0.1'),
  /** All state that is not in an external service. */
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: address,
  /** Connections to PostgreSQL from this process. */
  DB_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** An outside broker; without it the embedded one listens on MQTT_HOST:MQTT_PORT. */
  MQTT_URL: address,
  MQTT_HOST: z.string().default('127.0.0.1'),
  MQTT_PORT: port(1883),
  /** The broker's name as robots reach it; an outside one is then reached on MQTT_TLS_PORT and MQTT_TLS_PASSWORD_PORT. */
  MQTT_PUBLIC_HOST: address,
  /** PEM files: the broker's certificate and key open MQTT_TLS_PASSWORD_PORT, the devices' authority also MQTT_TLS_PORT. */
  MQTT_TLS_CERT: address,
  MQTT_TLS_KEY: address,
  MQTT_TLS_DEVICE_CA: address,
  /** PEM file of certificates that are not taken any more; read again when it changes. */
  MQTT_TLS_DEVICE_CRL: address,
  MQTT_TLS_PORT: port(8883),
  MQTT_TLS_PASSWORD_PORT: port(8884),
  MQTT_INTERFACE_NAMES: list('vda5050,uagv'),
  /** The device API for robots with a certificate; opens with MQTT_TLS_CERT. */
  DEVICE_HTTPS_PORT: port(8443),
  /** PEM files of the authority that signs activated robots; without them DATA_DIR/keys keeps one of its own. */
  DEVICE_CA_CERT: address,
  DEVICE_CA_KEY: address,
  /** 32 bytes in base64 that seal activation codes; without it DATA_DIR/keys keeps one. */
  INSTALLATION_KEY: address,
  /** Who runs the robots' SIM cards, over the HTTP of docs/sim-operator.md; without it cards are kept by hand. */
  SIM_OPERATOR_URL: z.url().optional(),
  SIM_OPERATOR_TOKEN: z.string().min(1).optional(),
  /** Lets robots in without a credential; development only. */
  MQTT_DEV_LISTENER: flag(false),
  /** Robots nobody registered, on a listener that let them in: left out, listed for a person to decide, or taken in. */
  DEVICE_AUTO_ADOPT: z.enum(['off', 'pending', 'on']).default('pending'),
  /** Who published on the outside broker: client ids begin with it. */
  INSTALLATION: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .default('sweepline'),
  FILES_URL: address,
  /** Where reports are mailed over: smtp://user:password@host:587 or smtps://…; without it the console says that mail is not set up. */
  SMTP_URL: address,
  /** Who mail is from: Sweepline <reports@example.com>. Needed with SMTP_URL. */
  MAIL_FROM: address,
  /** The console's address as people and vehicles reach it; without it the address the server listens on. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Initial password of new accounts; without it each gets a random one, shown once. */
  INITIAL_PASSWORD: z.string().min(8).max(128).optional(),
  /** How long the audit and the error log are kept; the audit never less than 90 days. */
  AUDIT_DAYS: z.coerce.number().int().min(90).max(36_500).default(1_096),
  ERROR_LOG_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
  SESSION_MAX_DAYS: z.coerce.number().positive().default(7),
  /** The specification's socket address with the session's token in it; tickets work either way. */
  WS_ACCEPT_SESSION_TOKEN: flag(true),
  /** `GET /metrics` with `Authorization: Bearer …`; without it there is no such page. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** How many reverse proxies stand in front; their word on the caller's address is taken. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  NODE_ENV: z.string().default('production'),
});

/** What cannot be said without another. */
const consistent = schema.superRefine(({ SMTP_URL, MAIL_FROM }, { addIssue }) => {
  const issue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
  if (SMTP_URL && !/^smtps?:\/\/[^/]/.test(SMTP_URL)) issue('SMTP_URL', 'an smtp:// or smtps:// address');
  if (SMTP_URL && !MAIL_FROM) issue('MAIL_FROM', 'SMTP_URL needs it: who the mail is from');
  if (MAIL_FROM && !/^[^<>@]*<?[^<>@\s]+@[^<>@\s]+>?$/.test(MAIL_FROM))
    issue('MAIL_FROM', 'a mail address, with or without a name: Sweepline <reports@example.com>');
});

type Values = z.output<typeof schema>;
export type Env = Values & { FILES_URL: string };

/** Reads the environment once. Throws with one line per mistake, for the person at the keyboard. */
export function readEnv(values: Record<string, string | undefined> = process.env): Env {
  // An empty variable is an unset one, as in a compose file with a blank.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = consistent.safeParse(given);
  if (!parsed.success) {
    throw new StartupError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const dataDir = resolve(parsed.data.DATA_DIR);
  const FILES_URL = parsed.data.FILES_URL ?? pathToFileURL(`${dataDir}/files`).href;
  return { ...parsed.data, DATA_DIR: dataDir, FILES_URL };
}
