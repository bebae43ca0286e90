import { deadLetterCalls } from '@sweepline/contract';
import { and, desc, eq, ilike, or } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { deadLetters } from '../../../entities/installation/dead-letter-table.ts';
import type { Rejection } from '../../../robots-port/robots.ts';
import { paginate } from '../../../platform/db/paginate.ts';

/** The rejected messages per reason since the start of the servers. */
export type RejectionCounts = () => Promise<Rejection[]>;

export const deadLetterAnswers = ({ rejections }: { rejections: RejectionCounts }) =>
  answer(deadLetterCalls, {
    list: ({ db }, input) => {
      const { keyword, reason } = input;
      const where = and(
        visible(db, deadLetters),
        reason ? eq(deadLetters.reason, reason) : undefined,
        keyword
          ? or(ilike(deadLetters.sn, contains(keyword)), ilike(deadLetters.topic, contains(keyword)))
          : undefined,
      );
      const rows = db
        .select()
        .from(deadLetters)
        .where(where)
        .orderBy(desc(deadLetters.at), desc(deadLetters.id));
      return paginate(input, rows, counted(db, deadLetters, where));
    },

    // The counters cover the whole installation, so they are hidden from other companies. The list shows a company its
    // own messages.
    counters: async ({ db }) => ({ counters: db.scope === '*' ? await rejections() : [] }),
  });
