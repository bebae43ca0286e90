import type { Lang, Topic } from '@sweepline/contract';
import type { BusMessage } from './bus.ts';
import { holds, type Account } from './ctx.ts';
import type { Line } from './socket-line.ts';

/** What may be subscribed to, by whom, and how often it is sent. */
export interface TopicRule {
  /** A topic's name, or the beginning that all of a family share. */
  name: string;
  family?: boolean;
  allow: string | readonly string[];
  /** Parsed before it leaves, in tests and development. */
  message?: Topic['message'];
  /** Whether this account may hear this topic at all; beside the fence that each message passes. */
  admit?: (account: Account, topic: string) => Promise<boolean>;
  /** At most one frame in this time; what comes between is merged, the newest winning unless `merge` says otherwise. */
  everyMs?: number;
  merge?: (older: unknown, newer: unknown) => unknown;
  /** Whether this account is told this message: what is in it may ask for a right of its own. */
  hears?: (account: Account, content: unknown) => boolean;
  /** What of a message is about these records; undefined when nothing is. Without it, nobody can ask for less than everything. */
  narrow?: (content: unknown, ids: ReadonlySet<string>) => unknown;
  /** The frames as this person gets them, made when its turn comes (`everyMs`). Does not reject. */
  personal?: (account: Account, lang: Lang, content: unknown) => Promise<object[]>;
  /** The first listener came, or the last one went. */
  heard?: (topic: string, listening: boolean) => void;
}

/** Who listens to what. A message is fenced when it is forwarded, for each line anew. */
export function openListeners(rules: readonly TopicRule[], checkMessages: boolean) {
  const byTopic = new Map<string, Set<Line>>();
  const ruleOf = (topic: string) =>
    rules.find((rule) => (rule.family ? topic.startsWith(rule.name) : topic === rule.name));

  const leave = (line: Line, topic: string) => {
    const set = byTopic.get(topic);
    if (!set?.delete(line) || set.size > 0) return;
    byTopic.delete(topic);
    ruleOf(topic)?.heard?.(topic, false);
  };

  const push = (
    line: Line,
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
    /** Also for who listens already and shows other records now. */
    join: async (line: Line, topic: string, only?: readonly string[]): Promise<void> => {
      const rule = ruleOf(topic);
      const { account } = line;
      if (!rule || (rule.allow !== 'signedIn' && !holds(account, rule.allow))) return;
      if (rule.admit && !(await rule.admit(account, topic))) return;
      // The line may have closed while it was asked.
      const joined = line.subscribe(topic, rule);
      if (rule.narrow && only && line.topics.has(topic)) line.followed.set(topic, new Set(only));
      else line.followed.delete(topic);
      if (!joined) return;
      const set = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, set.add(line));
      if (set.size === 1) rule.heard?.(topic, true);
    },
    leave: (line: Line, topic: string): void => {
      if (line.unsubscribe(topic)) leave(line, topic);
    },
    leaveAll: (line: Line): void => {
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
