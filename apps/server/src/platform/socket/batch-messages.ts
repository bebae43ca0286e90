import type { Lang } from '@sweepline/contract';
import type { Account } from '../calls/ctx.ts';
import type { Services } from '../calls/services.ts';
import type { TopicRule } from './topic-rule.ts';

/** A flood becomes one batch of frames per second and account, with one query for the counts. */
const everyMs = 1_000;
const maxMessages = 20;

/** Unsent messages of an account: those to send, and how many more are only counted. */
class Batch<C> {
  readonly contents: C[];
  readonly more: number;
  constructor(contents: C[], more: number) {
    this.contents = contents;
    this.more = more;
  }
}

export type Frames<C> = (
  services: Services,
  account: Account,
  lang: Lang,
  contents: C[],
  more: number,
) => Promise<object[]>;

/**
 * The parts of a rule that sends messages in batches. Of a flood, the messages of the largest `priority` are sent, and
 * `frames` receives the number of the others. The publisher checks the type of the content.
 */
export function batching<C>(
  services: Services,
  fault: (error: unknown) => void,
  frames: Frames<C>,
  priority: (content: C) => number,
): Pick<TopicRule, 'everyMs' | 'merge' | 'personal'> {
  const batchOf = (content: unknown) =>
    content instanceof Batch ? (content as Batch<C>) : new Batch([content as C], 0);
  return {
    everyMs,
    merge: (older, newer) => {
      const batch = batchOf(older);
      const all = [...batch.contents, newer as C];
      if (all.length <= maxMessages) return new Batch(all, batch.more);
      const [lightest] = all.toSorted((a, b) => priority(a) - priority(b));
      return new Batch(
        all.filter((content) => content !== lightest),
        batch.more + 1,
      );
    },
    personal: async (account, lang, content) => {
      const { contents, more } = batchOf(content);
      return await frames(services, account, lang, contents, more).catch((error: unknown) => {
        fault(error);
        return [];
      });
    },
  };
}
