import { mapDraftTopic, permissions } from '@sweepline/contract';
import type { TopicRule } from '../platform/socket/topic-rule.ts';
import { endsInId } from './device-topic-admission.ts';

const family = mapDraftTopic('').name;

/** Reports edits of a map's draft to other editors; the audience is the map's company. */
export const mapTopicRules: TopicRule[] = [
  {
    name: family,
    family: true,
    allow: permissions.mapList,
    message: mapDraftTopic('').message,
    isValid: endsInId(family),
  },
];
