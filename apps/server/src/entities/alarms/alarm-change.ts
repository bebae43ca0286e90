import { topics } from '@sweepline/contract';
import type { z } from 'zod';
import type { Channel } from '../../platform/socket/bus.ts';

/** An alarm was raised or cleared, as the gateway publishes it. */
export const alarmChange = topics.alarm.message.omit({ unread: true, more: true });
export type AlarmChange = z.infer<typeof alarmChange>;

/** Browsers receive it as `topics.alarm`, with the unread counts of the account. */
export const alarmChanged: Channel<AlarmChange> = { name: topics.alarm.name, message: alarmChange };
