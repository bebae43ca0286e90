import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../runtime/clock.ts';
import type { Account } from '../calls/ctx.ts';
import type { TopicRule } from '../socket/topic-rule.ts';

/** A lost right takes effect after this time at the latest. Every pushed message is checked against the tenant scope anyway. */
const admittedMs = 10_000;
/** Shorter, because a page may subscribe to a record that was created a moment ago. */
const refusedMs = 2_000;
/** The pause between two queries of one account, so that a flood of unknown ids causes few queries. */
const queryGapMs = 25;
/** Above the number of topics of one page. When an account exceeds it, its stored answers are deleted. */
const maxAnswers = 20_000;
const maxAccounts = 10_000;

interface AccountAdmissions {
  answers: Map<string, { admitted: boolean; at: number }>;
  /** Resolves when the last check ends: an account has one check at a time. */
  last: Promise<unknown>;
}

/** Decides which topics an account may subscribe to: from memory for a short time, else by one query for many topics. */
export function createAdmissions(now: Clock, onQuery: () => void) {
  const accounts = new Map<string, AccountAdmissions>();
  const admissionsOf = (account: Account): AccountAdmissions => {
    const found = accounts.get(account.id);
    if (found) return found;
    if (accounts.size >= maxAccounts) accounts.clear();
    const made = { answers: new Map(), last: Promise.resolve() };
    accounts.set(account.id, made);
    return made;
  };
  const answerOf = ({ answers }: AccountAdmissions, topic: string): boolean | undefined => {
    const answer = answers.get(topic);
    const ageMs = answer ? now().getTime() - answer.at : 0;
    const isFresh = answer && ageMs >= 0 && ageMs < (answer.admitted ? admittedMs : refusedMs);
    return isFresh ? answer.admitted : undefined;
  };

  /** Changed rights replace the whole record, so an answer that arrives later is stored in a record that is no longer read. */
  const check = async (record: AccountAdmissions, rule: TopicRule, account: Account, topics: string[]) => {
    const unknown = topics.filter((topic) => answerOf(record, topic) === undefined);
    const admitted = new Set(topics.filter((topic) => answerOf(record, topic)));
    if (!rule.admit || unknown.length === 0) return admitted;
    onQuery();
    const found = new Set(await rule.admit(account, unknown));
    if (record.answers.size + unknown.length > maxAnswers) record.answers.clear();
    const at = now().getTime();
    for (const topic of unknown) record.answers.set(topic, { admitted: found.has(topic), at });
    for (const topic of found) admitted.add(topic);
    return admitted;
  };

  return {
    /** The topics of one rule that the account may subscribe to. */
    admitted: async (rule: TopicRule, account: Account, topics: string[]): Promise<ReadonlySet<string>> => {
      const record = admissionsOf(account);
      if (topics.every((topic) => answerOf(record, topic) !== undefined))
        return new Set(topics.filter((topic) => answerOf(record, topic)));
      const checked = record.last.then(() => check(record, rule, account, topics));
      record.last = checked.then(
        () => pause(queryGapMs, undefined, { ref: false }),
        () => {},
      );
      return await checked;
    },
    /** Deletes all stored answers, because rights may have changed. */
    forget: (): void => accounts.clear(),
  };
}
export type Admissions = ReturnType<typeof createAdmissions>;
