import type { Admissions } from '../limits/admissions.ts';
import type { BusMessage } from './bus.ts';
import { holds } from '../calls/ctx.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketUsage } from './socket-usage.ts';
import type { TopicRule } from './topic-rule.ts';

/** What a page asks: to hear a topic, of these records only, or to hear it no more. */
export type SubscriptionRequest =
  | { subscribe: string; only?: readonly string[] | undefined }
  | { unsubscribe: string };

export interface ListenerDeps {
  rules: readonly TopicRule[];
  checkMessages: boolean;
  admissions: Pick<Admissions, 'admitted'>;
  usage: Pick<SocketUsage, 'hasRoom' | 'count'>;
}

/** Who listens to what. A message is fenced when it is forwarded, for each line anew. */
export function createSubscriptions({ rules, checkMessages, admissions, usage }: ListenerDeps) {
  const byTopic = new Map<string, Set<SocketConnection>>();
  const ruleOf = (topic: string) =>
    rules.find((rule) => (rule.family ? topic.startsWith(rule.name) : topic === rule.name));

  /** The topics of these requests that the account may subscribe to. One that is subscribed to already is not checked again. */
  const admittedOf = async (line: SocketConnection, requests: readonly SubscriptionRequest[]) => {
    const { account } = line;
    const admitted = new Set<string>();
    const unchecked = new Map<TopicRule, Set<string>>();
    for (const request of requests) {
      if (!('subscribe' in request)) continue;
      const topic = request.subscribe;
      const rule = ruleOf(topic);
      if (!rule || rule.isValid?.(topic) === false) continue;
      if (rule.allow !== 'signedIn' && !holds(account, rule.allow)) continue;
      if (!rule.admit || line.topics.has(topic)) admitted.add(topic);
      else unchecked.set(rule, (unchecked.get(rule) ?? new Set()).add(topic));
    }
    for (const [rule, topics] of unchecked)
      for (const topic of await admissions.admitted(rule, account, [...topics])) admitted.add(topic);
    return admitted;
  };

  /** Also for who listens already and shows other records now. False where there is no room for another topic. */
  const join = (line: SocketConnection, topic: string, only: readonly string[] | undefined): boolean => {
    const rule = ruleOf(topic);
    if (!rule) return true;
    const isNew = !line.topics.has(topic);
    if (isNew && !usage.hasRoom(line)) return false;
    if (rule.narrow && only) line.followed.set(topic, new Set(only));
    else line.followed.delete(topic);
    if (!isNew) return true;
    line.topics.set(topic, rule);
    usage.count(line, 1);
    const set = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, set.add(line));
    if (set.size === 1) rule.heard?.(topic, true);
    return true;
  };

  const leave = (line: SocketConnection, topic: string) => {
    usage.count(line, -1);
    const set = byTopic.get(topic);
    if (!set?.delete(line) || set.size > 0) return;
    byTopic.delete(topic);
    ruleOf(topic)?.heard?.(topic, false);
  };

  const push = (
    line: SocketConnection,
    rule: TopicRule | undefined,
    { channel, content }: Pick<BusMessage, 'channel' | 'content'>,
    frame: () => string,
  ) => {
    const followed = line.followed.get(channel);
    if (!followed || !rule?.narrow) return line.push(channel, content, frame);
    const part = rule.narrow(content, followed);
    if (part !== undefined) line.push(channel, part, () => JSON.stringify({ topic: channel, content: part }));
  };

  return {
    /** Applies requests of one page in their order. False where there was no room for another topic. */
    apply: async (line: SocketConnection, requests: readonly SubscriptionRequest[]): Promise<boolean> => {
      const admitted = await admittedOf(line, requests);
      for (const request of requests) {
        // The socket may have closed during the check: what is stored for it now would stay for ever.
        if (line.socket.readyState !== line.socket.OPEN) return true;
        if ('unsubscribe' in request) {
          if (line.unsubscribe(request.unsubscribe)) leave(line, request.unsubscribe);
        } else if (admitted.has(request.subscribe) && !join(line, request.subscribe, request.only)) {
          return false;
        }
      }
      return true;
    },
    leaveAll: (line: SocketConnection): void => {
      for (const topic of line.stop()) leave(line, topic);
    },
    forward: ({ channel, content, audience }: BusMessage): void => {
      const set = byTopic.get(channel);
      if (!set) return;
      const rule = ruleOf(channel);
      if (checkMessages) rule?.message?.parse(content);
      let text: string | undefined;
      const frame = () => (text ??= JSON.stringify({ topic: channel, content }));
      for (const line of set) {
        // Asked anew for each message: a right that went takes with it what was subscribed to before.
        const may = rule?.allow === undefined || rule.allow === 'signedIn' || holds(line.account, rule.allow);
        const told = may && line.mayHear(audience) && (rule?.hears?.(line.account, content) ?? true);
        if (told) push(line, rule, { channel, content }, frame);
      }
    },
  };
}
