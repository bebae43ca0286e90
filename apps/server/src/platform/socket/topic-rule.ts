import type { Lang, Topic } from '@sweepline/contract';
import type { Account } from '../calls/ctx.ts';

/** What may be subscribed to, by whom, and how often it is sent. */
export interface TopicRule {
  /** A topic's name, or the beginning that all of a family share. */
  name: string;
  family?: boolean;
  /** Of a family: whether a topic may exist by its form. Without it every ending would be a topic to keep. */
  isValid?: (topic: string) => boolean;
  allow: string | readonly string[];
  /** Parsed before it leaves, in tests and development. */
  message?: Topic['message'];
  /** Which of these topics this account may subscribe to, by one query; beside the fence that each message passes. */
  admit?: (account: Account, topics: readonly string[]) => Promise<readonly string[]>;
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
