import { permissions, topics, type Lang } from '@sweepline/contract';
import { alarmFrames, alarmOnItsWay, weightOf } from '../features/alarms/alarm-push.ts';
import { hearsNotice, noticeFrames, noticeOnItsWay } from '../features/notices/notice-push.ts';
import type { Account } from '../platform/calls/ctx.ts';
import type { TopicRule } from '../platform/socket/topic-rule.ts';
import type { Services } from '../platform/calls/services.ts';

/** A flood is one batch of frames a second for each person, and one look at their counts. */
const everyMs = 1_000;
const maxNotices = 20;

/** What waits for a person's turn: what will be told, and how many will only be counted. */
class Waiting<C> {
  readonly told: C[];
  readonly more: number;
  constructor(told: C[], more: number) {
    this.told = told;
    this.more = more;
  }
}

type Frames<C> = (
  services: Services,
  account: Account,
  lang: Lang,
  told: C[],
  more: number,
) => Promise<object[]>;

/** The parts of a rule whose messages wait for each other. What is published is typed where it is published. */
function gathering<C>(
  services: Services,
  fault: (error: unknown) => void,
  frames: Frames<C>,
  weight: (content: C) => number,
): Pick<TopicRule, 'everyMs' | 'merge' | 'personal'> {
  const waiting = (content: unknown) =>
    content instanceof Waiting ? (content as Waiting<C>) : new Waiting([content as C], 0);
  return {
    everyMs,
    merge: (older, newer) => {
      const before = waiting(older);
      const all = [...before.told, newer as C];
      if (all.length <= maxNotices) return new Waiting(all, before.more);
      const [least] = all.toSorted((one, other) => weight(one) - weight(other));
      return new Waiting(
        all.filter((one) => one !== least),
        before.more + 1,
      );
    },
    personal: async (account, lang, content) => {
      const { told, more } = waiting(content);
      return await frames(services, account, lang, told, more).catch((error: unknown) => {
        fault(error);
        return [];
      });
    },
  };
}

/** The topics of the bell. */
export const noticeRules = (services: Services, fault: (error: unknown) => void): TopicRule[] => [
  {
    name: topics.event.name,
    allow: 'signedIn',
    message: noticeOnItsWay,
    isVisibleTo: hearsNotice as TopicRule['isVisibleTo'],
    ...gathering(services, fault, noticeFrames, () => 0),
  },
  {
    name: topics.alarm.name,
    allow: [permissions.deviceList, permissions.alarmList],
    message: alarmOnItsWay,
    ...gathering(services, fault, alarmFrames, weightOf),
  },
  { name: topics.announcement.name, allow: 'signedIn', message: topics.announcement.message },
];
