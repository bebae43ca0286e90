import { permissions, topics, type Lang } from '@sweepline/contract';
import { alarmFrames, priorityOf } from '../features/alarms/alarm-push.ts';
import { maySeeNotice, noticeFrames, noticeMessage } from '../features/notices/notice-push.ts';
import { alarmChange } from '../entities/devices/alarm-change.ts';
import type { Account } from '../platform/calls/ctx.ts';
import type { TopicRule } from '../platform/socket/topic-rule.ts';
import type { Services } from '../platform/calls/services.ts';

/** A flood becomes one batch of frames per second and account, with one query for the counts. */
const everyMs = 1_000;
const maxNotices = 20;

/** Unsent notices of an account: those to send, and how many more are only counted. */
class NoticeBatch<C> {
  readonly contents: C[];
  readonly more: number;
  constructor(contents: C[], more: number) {
    this.contents = contents;
    this.more = more;
  }
}

type Frames<C> = (
  services: Services,
  account: Account,
  lang: Lang,
  contents: C[],
  more: number,
) => Promise<object[]>;

/** The parts of a rule that sends messages in batches. The publisher checks the type of the content. */
function batching<C>(
  services: Services,
  fault: (error: unknown) => void,
  frames: Frames<C>,
  weight: (content: C) => number,
): Pick<TopicRule, 'everyMs' | 'merge' | 'personal'> {
  const batchOf = (content: unknown) =>
    content instanceof NoticeBatch ? (content as NoticeBatch<C>) : new NoticeBatch([content as C], 0);
  return {
    everyMs,
    merge: (older, newer) => {
      const batch = batchOf(older);
      const all = [...batch.contents, newer as C];
      if (all.length <= maxNotices) return new NoticeBatch(all, batch.more);
      const [lightest] = all.toSorted((a, b) => weight(a) - weight(b));
      return new NoticeBatch(
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

/** The topics of the bell. */
export const noticeRules = (services: Services, fault: (error: unknown) => void): TopicRule[] => [
  {
    name: topics.event.name,
    allow: 'signedIn',
    message: noticeMessage,
    isVisibleTo: maySeeNotice as TopicRule['isVisibleTo'],
    ...batching(services, fault, noticeFrames, () => 0),
  },
  {
    name: topics.alarm.name,
    allow: [permissions.deviceList, permissions.alarmList],
    message: alarmChange,
    ...batching(services, fault, alarmFrames, priorityOf),
  },
  { name: topics.announcement.name, allow: 'signedIn', message: topics.announcement.message },
];
