import type { WebSocket } from '@fastify/websocket';
import { errors, topics, type DriveFrame, type ErrorName } from '@sweepline/contract';
import type { FastifyInstance } from 'fastify';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import { Refusal, type Account, type FindAccount } from './ctx.ts';
import { openListeners, type TopicRule } from './listeners.ts';
import { callerOf, type Caller } from './socket-caller.ts';
import { Line } from './socket-line.ts';
import { requestIn } from './socket-request.ts';
import type { Tickets } from './tickets.ts';

export interface SocketDeps {
  bus: Bus;
  now: Clock;
  tickets: Tickets;
  findAccount: FindAccount;
  rules: readonly TopicRule[];
  /** The specification's form: the session's token in the address. */
  acceptSessionToken: boolean;
  checkMessages: boolean;
  sessionEnded: string;
  /** What pages send many times a second, and that a page has gone. */
  frames: { heard(account: Account, frame: DriveFrame): void; lost(account: Account): void };
  /** The channel that says that somebody's rights may have changed. */
  rightsChanged: string;
}

const pingMs = 5_000;

/** `/service/ws/<ticket>`: everything that is pushed to browsers. The fence is asked for every message, when it is sent. */
export function registerSocket(app: FastifyInstance, deps: SocketDeps): void {
  const lines = new Set<Line>();
  const listeners = openListeners(deps.rules, deps.checkMessages);
  const fault = (error: unknown) => app.log.error(error);

  const open = (socket: WebSocket, { account, token, lang }: Caller) => {
    const line = new Line(socket, account, token, lang);
    lines.add(line);
    socket.on('message', (data) => {
      const request = requestIn(data);
      if (!request) return;
      if ('subscribe' in request) listeners.join(line, request.subscribe, request.only).catch(fault);
      else if ('unsubscribe' in request) listeners.leave(line, request.unsubscribe);
      else deps.frames.heard(line.account, request.drive);
    });
    socket.on('close', () => {
      lines.delete(line);
      listeners.leaveAll(line);
      deps.frames.lost(line.account);
    });
    socket.on('error', () => socket.terminate());
  };

  const stops = [
    deps.bus.subscribeAll(listeners.forward),
    deps.bus.subscribe(deps.sessionEnded, ({ content }) => {
      const { sessionIds, reason } = content as { sessionIds: readonly string[]; reason?: ErrorName };
      const ended = new Set(sessionIds);
      for (const line of lines) if (ended.has(line.account.sessionId)) end(line, reason);
    }),
    // Whoever remembers accounts has forgotten them by the next turn.
    deps.bus.subscribe(deps.rightsChanged, () => setImmediate(renewAll)),
  ];
  const renewAll = () => {
    for (const line of lines) renew(deps, line).catch(fault);
  };
  const ping = setInterval(renewAll, pingMs);
  app.addHook('preClose', async () => {
    clearInterval(ping);
    for (const stop of stops) stop();
    for (const line of lines) line.socket.terminate();
  });

  const callers = new WeakMap<object, Caller>();
  app.route<{ Params: { ticket: string } }>({
    method: 'GET',
    url: '/service/ws/:ticket',
    preValidation: async (request, reply) => {
      const caller = await callerOf(deps, request.params.ticket);
      if (!caller) return await reply.code(401).send();
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

/** Closed by the server: the browser must not come back by itself. */
const ended = 4001;

/** Without a reason it was the person's own doing: there is nothing to tell. */
function end(line: Line, reason: ErrorName | undefined) {
  const errorMsg = reason && errors[reason].texts[line.lang];
  line.send(JSON.stringify({ topic: topics.kick.name, content: {}, errorMsg }));
  line.socket.close(ended);
}

/** Takes the account's rights as they are now, and says that the line is alive. */
async function renew({ findAccount, now }: SocketDeps, line: Line) {
  try {
    const changed = line.renew(await findAccount(line.token, 'machine'));
    if (changed) line.send(JSON.stringify({ topic: topics.rights.name, content: {} }));
    line.send(JSON.stringify({ topic: topics.ping.name, content: { at: now().toISOString() } }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    end(line, error.reason);
  }
}
