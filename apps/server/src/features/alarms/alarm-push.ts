import type { Lang, Message, topics } from '@sweepline/contract';
import { z } from 'zod';
import type { Account } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import type { Services } from '../../platform/calls/services.ts';
import { totalOf, unreadCountsOf } from '../notices/notice-read-service.ts';

/** What the gateway says of an alarm. */
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
type Pushed = z.infer<typeof alarmOnItsWay>;

/** How much an alarm deserves to be told when there are too many: its level, if it is new. */
export const weightOf = ({ raised, again, level }: Pushed): number => (raised && !again ? level : 0);

/** What `/ws/alarm` tells one person; `more` came in the same moment and are only counted. */
export const alarmFrames = (
  { db }: Services,
  account: Account,
  _lang: Lang,
  alarms: Pushed[],
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
