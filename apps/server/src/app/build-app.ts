import { dirname } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import websocket from '@fastify/websocket';
import { allCalls, serverRoles } from '@sweepline/contract';
import { maxFrameBytes } from '@sweepline/contract/robot';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { configureInitialPassword } from '../features/people/auth/password-service.ts';
import { addOpenRoutes } from '../features/api/resources/resource-routes.ts';
import { addWhepRoutes } from '../features/remote/video/whep-routes.ts';
import { addTusRoutes } from '../features/remote/files/tus-routes.ts';
import { createSessionFinder } from '../features/people/auth/session-finder.ts';
import { createPreviews } from '../features/places/maps/exchange/map-preview-service.ts';
import { watchForFileFaults } from '../features/people/notices/file-fault-watch.ts';
import { watchDownloads } from '../features/remote/logs/download-watch.ts';
import { watchForNotices } from '../features/people/notices/notice-watch.ts';
import { systemDisk } from '../platform/backup/disk.ts';
import type { CallDeps } from '../platform/calls/services.ts';
import { registerCalls } from '../platform/calls/calls.ts';
import type { FindAccount } from '../platform/calls/ctx.ts';
import { scriptsWithin } from '../platform/http/console-files.ts';
import { addConsole } from './console/add-console.ts';
import { drainOnClose } from '../platform/http/drain.ts';
import { registerDocs } from '../platform/http/docs.ts';
import { newId } from '../platform/runtime/ids.ts';
import { acceptJson } from '../platform/http/json-body.ts';
import { createMetrics, registerMetrics } from '../platform/runtime/metrics.ts';
import { openApi } from '../platform/http/openapi.ts';
import { registerHealth, registerReadiness } from '../platform/http/readiness.ts';
import { refusalLog } from '../platform/audit/refusal-log.ts';
import { serverTimes } from '../platform/http/server-times.ts';
import { socketLimits } from '../platform/socket/socket-limits.ts';
import { createSocketMetrics } from '../platform/socket/socket-metrics.ts';
import { registerSocket } from '../platform/socket/socket.ts';
import { createTickets, ticketsInMemory, type Tickets } from '../platform/socket/tickets.ts';
import { prepareUploadFolder } from '../platform/files/upload-folder.ts';
import { contentPolicy, permissionsPolicy } from './console/content-policy.ts';
import type { AppDeps } from './app-deps.ts';
import { answerErrors, answerRouterError } from './error-answers.ts';
import type { CallNeeds } from './feature-needs.ts';
import { answersOf, features } from './features.ts';
import { socketDeps } from './socket-deps.ts';

export type { AppDeps } from './app-deps.ts';

const isTls = (url: string | undefined) => url?.startsWith('https:') ?? false;
const silent: FastifyBaseLogger = pino({ level: 'silent' });

/** Builds the HTTP server with all calls, the socket and the console from its dependencies. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { services, now, mapAccount } = deps;
  const app = Fastify({
    loggerInstance: deps.logger ?? silent,
    genReqId: () => newId(),
    ...serverTimes,
    // URLs contain socket tickets, so requests are not logged; a failed request is logged where it fails.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < (deps.trustedProxies ?? 0),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerRouterError,
  });
  const fault = (error: unknown) => app.log.error(error);
  const findSession = createSessionFinder(services.db, services.bus, now, deps.sessions, fault);
  const findAccount: FindAccount = mapAccount
    ? async (token, by) => mapAccount(await findSession(token, by))
    : findSession;
  const socketMetrics = createSocketMetrics();
  const limitsOfSockets = { ...socketLimits, ...deps.socketLimits };
  const metrics = createMetrics([
    services.db.writers.metrics,
    deps.limits.metrics.registry,
    socketMetrics.registry,
    ...(deps.metrics ?? []),
  ]);

  metrics.timeCalls(app);
  const answerUnknown = answerErrors(app);
  await addPlugins(app, deps);
  const tickets = createTickets(deps.limits.createLimit, deps.tickets ?? ticketsInMemory(now));
  const { roles = serverRoles } = deps;
  if (roles.includes('api')) await addApi(app, deps, { findAccount, tickets });
  if (roles.includes('socket'))
    registerSocket(
      app,
      socketDeps(app.log, deps, { tickets, findAccount, limits: limitsOfSockets, metrics: socketMetrics }),
    );
  const watch = watchForNotices(services, now, app.log);
  const fileFaults = watchForFileFaults(services, now, app.log);
  const transfers = watchDownloads(services, { vault: deps.vault, now, onError: fault });
  app.addHook('onClose', () => Promise.all([watch.stop(), fileFaults.stop(), transfers.stop()]));
  registerMetrics(app, metrics, deps.metricsToken);
  registerReadiness(app, deps.readiness ?? { whyNot: () => undefined });
  registerHealth(app, services.db);
  answerUnknown(roles.includes('api') ? await addConsole(app, deps) : () => false);
  return app;
}

/** Adds all calls and their description. */
async function addApi(app: FastifyInstance, deps: AppDeps, options: Parameters<typeof addCalls>[2]) {
  configureInitialPassword(deps.initialPassword);
  await addCalls(app, deps, options);
  registerDocs(
    app,
    () => openApi(allCalls, deps.version),
    options.findAccount,
    (account) => account.scope === '*' && !account.mustChangePassword && !account.agreementDue,
  );
}

async function addPlugins(app: FastifyInstance, { consoleFolder, publicUrl, limits }: AppDeps) {
  acceptJson(app);
  limits.register(app);
  await app.register(
    helmet,
    contentPolicy(consoleFolder ? scriptsWithin(consoleFolder) : [], isTls(publicUrl)),
  );
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy),
  );
  // A path of ten thousand points compresses well. The console's files are compressed by the build.
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    customTypes: /^(application\/json|text\/csv)/,
    threshold: 4_096,
    zlibOptions: { level: 4 },
  });
  // Robots send pictures; the limit of browsers is checked when their message is read.
  // Only an attacker sends a larger frame: the connection is terminated and nothing is logged.
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    errorHandler: (_error, socket) => socket.terminate(),
  });
  // After the hook of the sockets, whose connections do not end by themselves.
  drainOnClose(app);
}

/** What calls may know of the machine. */
const machineOf = ({
  isAlone = false,
  disk = systemDisk,
  uploadFolder,
  dataDir,
  fileQuotaBytes,
}: AppDeps) => ({
  isAlone,
  fileQuotaBytes,
  disk,
  dataDir: dataDir ?? dirname(uploadFolder),
});

/** Adds the calls of browsers under `/api` and of robots under `/device/v1`. */
async function addCalls(
  app: FastifyInstance,
  deps: AppDeps,
  callOptions: Pick<CallDeps, 'findAccount'> & { tickets: Tickets },
) {
  const { services, now, robots, limits } = deps;
  await prepareUploadFolder(deps.uploadFolder);
  const refusals = refusalLog(services.db, app.log);
  limits.publicLimit.recordTo((entry) => refusals.add(entry));
  app.addHook('onClose', () => {
    limits.stop();
    return refusals.flush();
  });
  const callDeps: CallDeps = {
    db: services.db,
    now,
    services,
    findAccount: callOptions.findAccount,
    publicUrl: deps.publicUrl,
    refusals,
    checkAnswers: deps.check,
    timeoutMs: deps.timeoutMs ?? 20_000,
    ...limits,
    uploadFolder: deps.uploadFolder,
  };
  const needs: CallNeeds = {
    services,
    now,
    robots,
    log: app.log,
    tickets: callOptions.tickets,
    limits,
    previews: createPreviews({ ...deps, files: services.files }),
    vault: deps.vault,
    sessions: deps.sessions,
    simOperator: deps.simOperator,
    releaseKeys: deps.releaseKeys ?? new Map(),
    mailFrom: deps.mailFrom,
    ...machineOf(deps),
    webhookHosts: deps.webhookHosts ?? [],
    speech: deps.speech ?? {},
    needSources: features.flatMap(({ needs: sources }) => sources?.() ?? []),
    onClose: (task) => void app.addHook('onClose', task),
  };
  await app.register(async (api) => registerCalls(api, callDeps, answersOf(needs)));
  await app.register(async (api) => addWhepRoutes(api, { ...callDeps, robots }));
  await app.register(async (api) => addTusRoutes(api, { ...callDeps, quotaBytes: deps.fileQuotaBytes }));
  await app.register(async (api) => addOpenRoutes(api, { ...deps, ...callDeps }));
  await deps.robotCalls(app);
}
