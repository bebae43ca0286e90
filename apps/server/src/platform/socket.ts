import { errors, socketRequest, topics, type ErrorName, type Lang, type Topic } from '@sweepline/contract';
import type {} from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { Bus, BusMessage } from './bus.ts';
import type { Clock } from './clock.ts';
import { Refusal, holds, type Account } from './ctx.ts';
import { Line } from './socket-line.ts';
import type { Tickets } from './tickets.ts';

/** What may be subscribed to, by whom, and how often it is sent. */
export interface TopicRule {
  /** A topic's name, or the beginning that all of a family share. */
  name: string;
  family?: boolean;
  allow: 'signedIn' | string;
  /** Parsed before it leaves, in tests and development. */
  message?: Topic['message'];
  /** Whether this account may hear this topic at all; beside the fence that each message passes. */
  admit?: (account: Account, topic: string) => Promise<boolean>;
  /** At most one frame in this time; what comes between is merged, the newest winning unless `merge` says otherwise. */
  everyMs?: number;
  merge?: (older: unknown, newer: unknown) => unknown;
  /** The first listener came, or the last one went. */
  heard?: (topic: string, listening: boolean) => void;
}

export interface SocketDeps {
  bus: Bus;
  now: Clock;
  tickets: Tickets;
  findAccount(token: string): Promise<Account>;
  rules: readonly TopicRule[];
  /** The specification's form: the session's token in the address. */
  acceptSessionToken: boolean;
  checkMessages: boolean;
  sessionEnded: string;
}

const pingMs = 5_000;
const mostRequestBytes = 1_024;

/** `/service/ws/<ticket>`: everything that is pushed to browsers. The fence is asked for every message, when it is sent. */
export function registerSocket(app: FastifyInstance, deps: SocketDeps) {
  const lines = new Set<Line>();
  const listeners = new Map<string, Set<Line>>();

  const ruleOf = (topic: string) =>
    deps.rules.find((rule) => (rule.family ? topic.startsWith(rule.name) : topic === rule.name));

  const leave = (line: Line, topic: string) => {
    const set = listeners.get(topic);
    if (!set?.delete(line) || set.size > 0) return;
    listeners.delete(topic);
    ruleOf(topic)?.heard?.(topic, false);
  };

  const join = async (line: Line, topic: string) => {
    const rule = ruleOf(topic);
    const { account } = line;
    if (!rule || (rule.allow !== 'signedIn' && !holds(account, rule.allow))) return;
    if (rule.admit && !(await rule.admit(account, topic))) return;
    // The line may have closed while it was asked.
    if (!lines.has(line) || !line.subscribe(topic, rule)) return;
    const set = listeners.get(topic) ?? new Set();
    listeners.set(topic, set.add(line));
    if (set.size === 1) rule.heard?.(topic, true);
  };

  const forward = ({ channel, content, audience }: BusMessage) => {
    const set = listeners.get(channel);
    if (!set) return;
    if (deps.checkMessages) ruleOf(channel)?.message?.parse(content);
    let text: string | undefined;
    const frame = () => (text ??= JSON.stringify({ topic: channel, content }));
    for (const line of set) if (line.mayHear(audience)) line.push(channel, content, frame);
  };

  const end = (line: Line, because: ErrorName) => {
    line.send(
      JSON.stringify({ topic: topics.kick.name, content: {}, errorMsg: errors[because].texts[line.lang] }),
    );
    line.socket.close(4001);
  };

  const close = (line: Line) => {
    lines.delete(line);
    for (const topic of line.stop()) leave(line, topic);
  };

  const renew = async (line: Line) => {
    try {
      line.renew(await deps.findAccount(line.token));
      line.send(JSON.stringify({ topic: topics.ping.name, content: { at: deps.now().toISOString() } }));
    } catch (error) {
      if (error instanceof Refusal) end(line, error.reason);
      else app.log.error(error);
    }
  };
  const ping = setInterval(() => lines.forEach((line) => void renew(line)), pingMs);

  const hear = (line: Line, data: unknown) => {
    const request = socketRequest.safeParse(parse(data));
    if (!request.success) return;
    if ('subscribe' in request.data)
      void join(line, request.data.subscribe).catch((error) => app.log.error(error));
    else if (line.unsubscribe(request.data.unsubscribe)) leave(line, request.data.unsubscribe);
  };

  const open = (socket: WebSocket, { account, token, lang }: Caller) => {
    const line = new Line(socket, account, token, lang);
    lines.add(line);
    socket.on('message', (data) => hear(line, data));
    socket.on('close', () => close(line));
    socket.on('error', () => socket.terminate());
  };

  const stopHearing = [
    deps.bus.subscribeAll(forward),
    deps.bus.subscribe(deps.sessionEnded, ({ content }) => {
      const { sessionId, because } = content as { sessionId: string; because: string };
      for (const line of lines) {
        if (line.account.sessionId === sessionId) end(line, because === 'KICKED' ? 'kicked' : 'signedOut');
      }
    }),
  ];
  app.addHook('preClose', async () => {
    clearInterval(ping);
    for (const stop of stopHearing) stop();
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

  return { openLines: () => lines.size };
}

interface Caller {
  account: Account;
  token: string;
  lang: Lang;
}

async function callerOf(deps: SocketDeps, ticket: string): Promise<Caller | undefined> {
  const holder =
    deps.tickets.redeem(ticket) ??
    (deps.acceptSessionToken ? { token: ticket, lang: 'en' as const } : undefined);
  if (!holder) return undefined;
  try {
    return { ...holder, account: await deps.findAccount(holder.token) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function parse(data: unknown): unknown {
  const text = String(data);
  if (text.length > mostRequestBytes) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
