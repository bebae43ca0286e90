import type { Lang, Message, topics } from '@sweepline/contract';
import type { AlarmChange } from '../../../entities/alarms/alarm-change.ts';
import type { Account } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { totalOf, unreadCountsOf } from '../../people/notices/notice-read-service.ts';

/** The priority of an alarm when there are too many to push: its level if it is told now, else 0. */
export const priorityOf = ({ raised, again, isTold, level }: AlarmChange): number =>
  raised && !again && isTold ? level : 0;

/**
 * The frames of `/ws/alarm` for one account. `more` is the number of alarms of the same batch that are only counted.
 */
export const alarmFrames = (
  { db }: Services,
  account: Account,
  _lang: Lang,
  alarms: AlarmChange[],
  more: number,
) =>
  inScope(
    db,
    account.scope,
    async (tx) => {
      const unread = await unreadCountsOf(tx, account);
      return alarms.map((alarm, index) => {
        const content: Message<typeof topics.alarm> = { ...alarm, unread, more: index === 0 ? more : 0 };
        return { content, allUnReadCount: totalOf(unread) };
      });
    },
    { readOnly: true, home: account.companyId },
  );
