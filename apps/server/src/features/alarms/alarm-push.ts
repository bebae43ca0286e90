import type { Lang, Message, topics } from '@sweepline/contract';
import { z } from 'zod';
import type { Account } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import type { Services } from '../../platform/calls/services.ts';
import { totalOf, unreadCountsOf } from '../notices/notice-read-service.ts';

/** The content of the gateway's bus message about an alarm. */
export const alarmOnItsWay = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  alarmId: z.string(),
  code: z.string(),
  level: z.number().int(),
  text: z.string(),
  raised: z.boolean(),
  again: z.boolean(),
});
type AlarmEvent = z.infer<typeof alarmOnItsWay>;

/** The priority of an alarm when there are too many to push: its level if it is new, else 0. */
export const weightOf = ({ raised, again, level }: AlarmEvent): number => (raised && !again ? level : 0);

/**
 * The frames of `/ws/alarm` for one account. `more` is the number of alarms of the same batch that are only counted.
 */
export const alarmFrames = (
  { db }: Services,
  account: Account,
  _lang: Lang,
  alarms: AlarmEvent[],
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
