import type { Admissions } from '../limits/admissions.ts';
import type { Bus, BusMessage } from './bus.ts';
import { hasPermission, type Account } from '../calls/ctx.ts';
import { bytesIn, sendBytes } from './binary-content.ts';
import { pushNarrowed } from './push-narrowed.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SubscriptionRequest } from './socket-request.ts';
import type { SocketUsage } from './socket-usage.ts';
import type { TopicRule } from './topic-rule.ts';

export interface ListenerDeps {
  rules: readonly TopicRule[];
  checkMessages: boolean;
  admissions: Pick<Admissions, 'admitted'>;
  usage: Pick<SocketUsage, 'hasRoom' | 'count'>;
  hear: Bus['hear'];
}

const isAllowed = (account: Account, { allow }: TopicRule) =>
  allow === 'signedIn' || hasPermission(account, allow);

/** Creates the subscriptions of all sockets. The tenant scope is checked for each socket whenever a message is forwarded. */
export function createSubscriptions({ rules, checkMessages, admissions, usage, hear }: ListenerDeps) {
  const byTopic = new Map<string, Set<SocketConnection>>();
  /** Ends the reception of a topic from other servers: a server hears only what its browsers watch. */
  const remoteEnds = new Map<string, () => void>();
  const ruleOf = (topic: string) =>
    rules.find((rule) => (rule.family ? topic.startsWith(rule.name) : topic === rule.name));

  /** The topics of these requests that the account may subscribe to. An existing subscription is not checked again. */
  const admittedOf = async (connection: SocketConnection, requests: readonly SubscriptionRequest[]) => {
    const { account } = connection;
    const admitted = new Set<string>();
    const unchecked = new Map<TopicRule, Set<string>>();
    for (const request of requests) {
      if (!('subscribe' in request)) continue;
      const topic = request.subscribe;
      const rule = ruleOf(topic);
      if (!rule || rule.isValid?.(topic) === false) continue;
      if (!isAllowed(account, rule)) continue;
      if (!rule.admit || connection.topics.has(topic)) admitted.add(topic);
      else unchecked.set(rule, (unchecked.get(rule) ?? new Set()).add(topic));
    }
    for (const [rule, topics] of unchecked)
      for (const topic of await admissions.admitted(rule, account, [...topics])) admitted.add(topic);
    return admitted;
  };

  /** Subscribes, or changes the records of an existing subscription. False if the limit of subscriptions is reached. */
  const join = (connection: SocketConnection, topic: string, only?: readonly string[]): boolean => {
    const rule = ruleOf(topic);
    if (!rule) return true;
    const isNew = !connection.topics.has(topic);
    if (isNew && !usage.hasRoom(connection)) return false;
    if (rule.narrow && only) connection.followed.set(topic, new Set(only));
    else connection.followed.delete(topic);
    if (!isNew) return true;
    connection.topics.set(topic, rule);
    usage.count(connection, 1);
    const set = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, set.add(connection));
    if (set.size === 1) {
      remoteEnds.set(topic, hear(topic));
      rule.onListening?.(topic, true);
    }
    return true;
  };

  const leave = (connection: SocketConnection, topic: string) => {
    usage.count(connection, -1);
    const set = byTopic.get(topic);
    if (!set?.delete(connection) || set.size > 0) return;
    byTopic.delete(topic);
    remoteEnds.get(topic)?.();
    remoteEnds.delete(topic);
    ruleOf(topic)?.onListening?.(topic, false);
  };

  return {
    /** Applies the requests of one page in their order. False if the limit of subscriptions is reached. */
    apply: async (
      connection: SocketConnection,
      requests: readonly SubscriptionRequest[],
    ): Promise<boolean> => {
      const admitted = await admittedOf(connection, requests);
      for (const request of requests) {
        // The socket may have closed during the check: a subscription stored now would never be removed.
        if (connection.socket.readyState !== connection.socket.OPEN) return true;
        if ('unsubscribe' in request) {
          if (connection.unsubscribe(request.unsubscribe)) leave(connection, request.unsubscribe);
        } else if (admitted.has(request.subscribe) && !join(connection, request.subscribe, request.only)) {
          return false;
        }
      }
      return true;
    },
    leaveAll: (connection: SocketConnection): void => {
      for (const topic of connection.stop()) leave(connection, topic);
    },
    forward: ({ channel, content, audience, isRemote }: BusMessage): void => {
      const set = byTopic.get(channel);
      if (!set) return;
      const rule = ruleOf(channel);
      // What another server sends is never trusted.
      if (checkMessages || isRemote) rule?.message?.parse(content);
      const bytes = rule?.isBinary ? bytesIn(content) : undefined;
      let text: string | undefined;
      const frame = () => (text ??= JSON.stringify({ topic: channel, content }));
      for (const connection of set) {
        // Checked for each message: a revoked right also ends the effect of earlier subscriptions.
        const visible =
          (rule === undefined || isAllowed(connection.account, rule)) &&
          connection.isInAudience(audience) &&
          (rule?.isVisibleTo?.(connection.account, bytes ?? content) ?? true);
        if (visible && bytes) sendBytes(connection, bytes);
        else if (visible && !rule?.isBinary) pushNarrowed(connection, rule, { channel, content }, frame);
      }
    },
  };
}
