import { permissions, topics, type Message } from '@sweepline/contract';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

type Commands = Message<typeof topics.commands>;
type Jobs = Message<typeof topics.jobs>;

/** The topics of commands and of the progress of their jobs. */
export const commandTopics: TopicRule[] = [
  {
    name: topics.commands.name,
    allow: permissions.deviceList,
    message: topics.commands.message,
    everyMs: 500,
    merge: merging(newestById<Commands['changes'][number]>),
  },
  {
    name: topics.jobs.name,
    allow: permissions.deviceList,
    message: topics.jobs.message,
    everyMs: 1_000,
    merge: merging(newestById<Jobs['changes'][number]>),
  },
];
