import {
  errors,
  socketCloseCodes,
  topics,
  type DriveFrame,
  type ErrorName,
  type ShellInput,
} from '@sweepline/contract';
import type { FastifyInstance } from 'fastify';
import { createAdmissions } from '../limits/admissions.ts';
import type { CreateLimit } from '../limits/rates/keyed-limit.ts';
import type { Bus, Channel } from './bus.ts';
import type { Clock } from '../runtime/clock.ts';
import { Refusal, type Account, type FindAccount } from '../calls/ctx.ts';
import { SocketConnections } from './socket-connections.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketMetrics } from './socket-metrics.ts';
import { announceEnd, closeAll, serverEnding } from './socket-ending.ts';
import { createOpenings } from './socket-openings.ts';
import { registerRoute } from './socket-route.ts';
import { createSocketUsage } from './socket-usage.ts';
import type { Tickets } from './tickets.ts';
import type { TopicRule } from './topic-rule.ts';

export interface SocketDeps {
  bus: Bus;
  now: Clock;
  tickets: Tickets;
  createLimit: CreateLimit;
  findAccount: FindAccount;
  rules: readonly TopicRule[];
  limits: SocketLimits;
  metrics: SocketMetrics;
  /** The console's address, if it differs from the host of the requests. */
  publicUrl?: string | undefined;
  warn: (text: string) => void;
  /** Accepts the session's token in the address instead of a ticket. */
  acceptSessionToken: boolean;
  checkMessages: boolean;
  sessionEnded: Channel<{ sessionIds: readonly string[]; reason?: ErrorName }>;
  /** Receives drive frames, which pages send many times a second, and the close of a page's socket. */
  frames: {
    received(account: Account, frame: DriveFrame): void;
    /** What is typed into a shell. */
    typed(account: Account, input: ShellInput): void;
    closed(account: Account): void;
  };
  /** The channel that reports that rights of an account may have changed. */
  rightsChanged: Channel<Record<never, never>>;
  /** Channels that report that an account may subscribe to other topics than before. */
  admissionsChanged: readonly Channel<Record<never, never>>[];
}

const pingMs = 5_000;

/** Adds `/service/ws/<ticket>`, the push to browsers. The tenant scope is checked for every message when it is sent. */
export function registerSocket(app: FastifyInstance, deps: SocketDeps): void {
  const { bus, limits, metrics } = deps;
  const fault = (error: unknown) => app.log.error(error);
  const usage = createSocketUsage(limits, metrics);
  const admissions = createAdmissions(deps.now, () => metrics.admissionQueries.inc());
  const connections = new SocketConnections({ ...deps, usage, admissions, fault });
  const stops = [
    bus.subscribeAll(connections.forward),
    bus.subscribe(deps.sessionEnded, ({ content: { sessionIds, reason } }) => {
      for (const connection of connections.open)
        if (sessionIds.includes(connection.account.sessionId)) end(connection, reason);
    }),
    bus.subscribe(serverEnding, ({ content }) => announceEnd(connections.open, content.withinMs)),
    bus.onGap(admissions.forget),
    // With a new connection pages read again what they show.
    bus.onGap(() => void closeAll(new Set(connections.open))),
    ...deps.admissionsChanged.map((channel) => bus.subscribe(channel, admissions.forget)),
    // Caches of accounts are cleared by the next turn of the event loop.
    bus.subscribe(deps.rightsChanged, () => setImmediate(renewAll)),
  ];
  const renewAll = () => {
    for (const connection of connections.open) renew(deps, connection).catch(fault);
  };
  const ping = setInterval(renewAll, pingMs);
  app.addHook('preClose', async () => {
    clearInterval(ping);
    for (const stop of stops) stop();
    await closeAll(connections.open);
  });
  registerRoute(app, createOpenings(deps, limits, usage, metrics), (socket, caller) =>
    connections.add(socket, caller),
  );
}

/** Ends a socket with the session's end. Without a reason the user signed out, and no message is shown. */
function end(connection: SocketConnection, reason: ErrorName | undefined) {
  const errorMsg = reason && errors[reason].texts[connection.lang];
  connection.send(JSON.stringify({ topic: topics.kick.name, content: {}, errorMsg }));
  connection.socket.close(socketCloseCodes.ended);
}

/** Ends a socket but not its session: the page reads its account again, and gets no ticket before it agrees. */
function stopUntilAgreed(connection: SocketConnection) {
  connection.send(JSON.stringify({ topic: topics.rights.name, content: {} }));
  connection.socket.close(socketCloseCodes.ended);
}

/** Reloads the account and its rights, and sends a ping. */
async function renew({ findAccount, now }: SocketDeps, connection: SocketConnection) {
  try {
    const account = await findAccount(connection.token, 'machine');
    const changed = connection.renew(account);
    if (account.agreementDue) return stopUntilAgreed(connection);
    if (changed) connection.send(JSON.stringify({ topic: topics.rights.name, content: {} }));
    connection.send(JSON.stringify({ topic: topics.ping.name, content: { at: now().toISOString() } }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    end(connection, error.reason);
  }
}
