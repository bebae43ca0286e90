import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hold } from '../../entities/installation/hold-state.ts';
import { readOtaKeys, releaseKeysOf } from '../../features/updates/packages/package-signature-service.ts';
import type { Env } from '../env.ts';
import program from '../../../package.json' with { type: 'json' };

const consoleFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const hourMs = 3_600_000;

/** Options of the console and its calls from the environment. */
export const consoleOptions = (env: Env, { isCopy }: Pick<Hold, 'isCopy'>) => ({
  roles: env.ROLES,
  isAlone: env.MQTT_URL === undefined,
  releaseKeys: releaseKeysOf(readOtaKeys(env.OTA_KEYS)),
  check: env.NODE_ENV !== 'production',
  sessions: sessionLimits(env),
  acceptSessionToken: env.WS_ACCEPT_SESSION_TOKEN,
  trustedProxies: env.TRUSTED_PROXIES,
  publicUrl: env.PUBLIC_URL,
  ...(env.SMTP_URL && !isCopy && { mailFrom: env.MAIL_FROM }),
  ...(env.INITIAL_PASSWORD && { initialPassword: env.INITIAL_PASSWORD }),
  version: program.version,
  dataDir: env.DATA_DIR,
  uploadFolder: join(env.DATA_DIR, 'uploads'),
  fileQuotaBytes: env.FILES_QUOTA_GB * 1024 ** 3,
  webhookHosts: env.WEBHOOK_ALLOWED_HOSTS,
  speech: { engine: env.VOICE_ENGINE, command: env.VOICE_COMMAND, url: env.VOICE_URL },
  consoleFolder,
  ...(env.METRICS_TOKEN && { metricsToken: env.METRICS_TOKEN }),
});

export const sessionLimits = (env: Env) => ({
  idleMs: env.SESSION_IDLE_HOURS * hourMs,
  absoluteMs: env.SESSION_MAX_DAYS * 24 * hourMs,
});
