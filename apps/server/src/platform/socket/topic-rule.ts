import type { Lang, Topic } from '@sweepline/contract';
import { z } from 'zod';
import type { Account } from '../calls/ctx.ts';

/** The rule of a topic: who may subscribe and how often it is sent. */
export interface TopicRule {
  /** The topic's name, or the common prefix of a family. */
  name: string;
  family?: boolean;
  /** For a family: whether the form of a topic is valid. Otherwise every suffix would create a topic. */
  isValid?: (topic: string) => boolean;
  allow: string | readonly string[];
  /** The schema; messages are parsed with it before sending, in tests and development. */
  message?: Topic['message'];
  /** The topics of these that the account may subscribe to, by one query; besides the scope check of each message. */
  admit?: (account: Account, topics: readonly string[]) => Promise<readonly string[]>;
  /** Its content is binary (`BinaryContent`). A socket with unsent bytes gets the next message instead. */
  isBinary?: boolean;
  /** At most one frame in this time. Messages in between are merged by `merge`; without it the newest wins. */
  everyMs?: number;
  merge?: (older: unknown, newer: unknown) => unknown;
  /** Whether this account may see this message, if its content needs a further permission. A binary content is a buffer. */
  isVisibleTo?: (account: Account, content: unknown) => boolean;
  /** The part of a message about these records; undefined if there is none. Without it a subscription is always for all records. */
  narrow?: (content: unknown, ids: ReadonlySet<string>) => unknown;
  /** The frames for this account, built when they are sent (`everyMs`). Never rejects. */
  personal?: (account: Account, lang: Lang, content: unknown) => Promise<object[]>;
  /** Called when a topic gets its first listener and when it loses its last one. */
  onListening?: (topic: string, listening: boolean) => void;
}

const uuid = z.uuid();

/** Whether a topic of a family ends in an id. PostgreSQL refuses a whole statement for one invalid id. */
export const endsInId =
  (family: string) =>
  (topic: string): boolean =>
    uuid.safeParse(topic.slice(family.length)).success;
