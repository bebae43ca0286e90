import { mapDraftTopic, permissions } from '@sweepline/contract';
import type { TopicRule } from '../platform/listeners.ts';

/** Who draws on a map hears of others who do; the map's company decides who hears. */
export const mapTopicRules: TopicRule[] = [
  {
    name: mapDraftTopic('').name,
    family: true,
    allow: permissions.mapList,
    message: mapDraftTopic('').message,
  },
];
