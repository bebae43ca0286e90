import {
  readDeclaration,
  upMessages,
  upTopics,
  type TopicAddress,
  type XReported,
} from '@sweepline/contract/robot';
import type { RequestDeclaration } from '../../entities/devices/device-request-table.ts';
import { codecV2 } from '../protocol/codec-v2.ts';
import { codecV3 } from '../protocol/codec-v3.ts';
import { decodeJson } from '../protocol/decode.ts';

const codecs = { v2: codecV2, v3: codecV3 };
const maxActions = 100;
const isActionType = (type: string) => type.length <= 64;

/**
 * What an unregistered robot says of itself in a factsheet or `xReported`, so that a person knows what will be offered before
 * the robot is let in. Undefined for every other message, and for one that a registered robot would be refused.
 */
export function declarationIn(
  { major, name }: TopicAddress,
  payload: Uint8Array,
): RequestDeclaration | undefined {
  if (name !== 'factsheet' && name !== 'xReported') return undefined;
  if (payload.length > upTopics[name].maxBytes) return undefined;
  const decoded = decodeJson(payload);
  const parsed = decoded.ok ? upMessages[major][name].safeParse(decoded.value) : undefined;
  if (!parsed?.success) return undefined;
  if (name === 'xReported') {
    const { capabilities, cleaning } = readDeclaration(parsed.data as XReported);
    return { capabilities, cleaning };
  }
  const { actions, seriesName, widthM, maxSpeedMps } = codecs[major].abilities(parsed.data);
  return {
    actions: actions ? [...actions].filter(isActionType).slice(0, maxActions).toSorted() : null,
    vehicleType: seriesName.slice(0, 60),
    widthM,
    maxSpeedMps,
  };
}
