import type { WebSocket } from '@fastify/websocket';
import { errors, socketCloseCodes, topics, type DriveFrame, type ErrorName } from '@sweepline/contract';
import type { FastifyInstance } from 'fastify';
import { createAdmissions } from '../limits/admissions.ts';
import type { Bus } from './bus.ts';
import type { Clock } from '../runtime/clock.ts';
import { Refusal, type Account, type FindAccount } from '../calls/ctx.ts';
import type { Caller } from './socket-caller.ts';
import { SocketLines } from './socket-connections.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketMetrics } from './socket-metrics.ts';
import { createOpenings } from './socket-openings.ts';
import { createSocketUsage } from './socket-usage.ts';
import type { Tickets } from './tickets.ts';
import type { TopicRule } from './topic-rule.ts';

export interface SocketDeps {
  bus: Bus;
  now: Clock;
  tickets: Tickets;
  findAccount: FindAccount;
  rules: readonly TopicRule[];
  limits: SocketLimits;
  metrics: SocketMetrics;
  /** The console's address, where it is not the host that requests name. */
  publicUrl?: string | undefined;
  warn: (text: string) => void;
  /** The specification's form: the session's token in the address. */
  acceptSessionToken: boolean;
  checkMessages: boolean;
  sessionEnded: string;
  /** What pages send many times a second, and that a page has gone. */
  frames: { heard(account: Account, frame: DriveFrame): void; lost(account: Account): void };
  /** The channel that says that somebody's rights may have changed. */
  rightsChanged: string;
  /** Channels that say that somebody may subscribe to other topics than before. */
  admissionsChanged: readonly string[];
}

const pingMs = 5_000;

/** `/service/ws/<ticket>`: everything that is pushed to browsers. The fence is asked for every message, when it is sent. */
export function registerSocket(app: FastifyInstance, deps: SocketDeps): void {
  const { bus, limits, metrics } = deps;
  const fault = (error: unknown) => app.log.error(error);
  const usage = createSocketUsage(limits, metrics);
  const admissions = createAdmissions(deps.now, () => metrics.admissionQueries.inc());
  const lines = new SocketLines({ ...deps, usage, admissions, fault });
  const stops = [
    bus.subscribeAll(lines.forward),
    bus.subscribe(deps.sessionEnded, ({ content }) => {
      const { sessionIds, reason } = content as { sessionIds: readonly string[]; reason?: ErrorName };
      const ended = new Set(sessionIds);
      for (const line of lines.open) if (ended.has(line.account.sessionId)) end(line, reason);
    }),
    ...deps.admissionsChanged.map((channel) => bus.subscribe(channel, admissions.forget)),
    // Whoever remembers accounts has forgotten them by the next turn.
    bus.subscribe(deps.rightsChanged, () => setImmediate(renewAll)),
  ];
  const renewAll = () => {
    for (const line of lines.open) renew(deps, line).catch(fault);
  };
  const ping = setInterval(renewAll, pingMs);
  app.addHook('preClose', async () => {
    clearInterval(ping);
    for (const stop of stops) stop();
    lines.terminateAll();
  });
  registerRoute(app, createOpenings(deps, limits, usage, metrics), (socket, caller) =>
    lines.add(socket, caller),
  );
}

function registerRoute(
  app: FastifyInstance,
  openingOf: ReturnType<typeof createOpenings>,
  open: (socket: WebSocket, caller: Caller) => void,
) {
  const callers = new WeakMap<object, Caller>();
  app.route<{ Params: { ticket: string } }>({
    method: 'GET',
    url: '/service/ws/:ticket',
    preValidation: async (request, reply) => {
      const { host, ip, headers } = request;
      const opening = { ticket: request.params.ticket, origin: headers.origin, host, address: ip };
      const caller = await openingOf(opening);
      if (typeof caller === 'number') return await reply.code(caller).send();
      callers.set(request, caller);
    },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      const caller = callers.get(request);
      if (caller) open(socket, caller);
      else socket.terminate();
    },
  });
}

/** Without a reason it was the person's own doing: there is nothing to tell. */
function end(line: SocketConnection, reason: ErrorName | undefined) {
  const errorMsg = reason && errors[reason].texts[line.lang];
  line.send(JSON.stringify({ topic: topics.kick.name, content: {}, errorMsg }));
  line.socket.close(socketCloseCodes.ended);
}

/** Takes the account's rights as they are now, and says that the line is alive. */
async function renew({ findAccount, now }: SocketDeps, line: SocketConnection) {
  try {
    const changed = line.renew(await findAccount(line.token, 'machine'));
    if (changed) line.send(JSON.stringify({ topic: topics.rights.name, content: {} }));
    line.send(JSON.stringify({ topic: topics.ping.name, content: { at: now().toISOString() } }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    end(line, error.reason);
  }
}
