import { mapDraftTopic, permissions } from '@sweepline/contract';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';

const family = mapDraftTopic('').name;

/** Reports edits of a map's draft to other editors; the audience is the map's company. */
export const mapTopics: TopicRule[] = [
  {
    name: family,
    family: true,
    allow: permissions.mapList,
    message: mapDraftTopic('').message,
    isValid: endsInId(family),
  },
];
