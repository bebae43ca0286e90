import { mapDraftTopic, permissions } from '@sweepline/contract';
import type { TopicRule } from '../platform/socket/topic-rule.ts';
import { endsInId } from './device-topic-admission.ts';

const family = mapDraftTopic('').name;

/** Who draws on a map hears of others who do; the map's company decides who hears. */
export const mapTopicRules: TopicRule[] = [
  {
    name: family,
    family: true,
    allow: permissions.mapList,
    message: mapDraftTopic('').message,
    isValid: endsInId(family),
  },
];
