import { z } from 'zod';
import { header, identifier, number, oneOf, soft, text } from '../wire.ts';

const corner = z.object({ x: number, y: number });
const zoneV3 = z.object({
  zoneId: identifier,
  zoneType: oneOf('BLOCKED', 'SPEED_LIMIT', 'RELEASE', 'PENALTY'),
  zoneDescriptor: soft(text),
  /** Counter-clockwise and simple. */
  vertices: z.array(corner).min(3),
  maximumSpeed: soft(number),
  penaltyFactor: soft(number),
  releaseLossBehavior: soft(oneOf('STOP', 'EVACUATE', 'CONTINUE')),
});
export type ZoneV3 = z.infer<typeof zoneV3>;

/** The zones of one map. The content of a zoneSetId never changes: docs/protocol/maps.md#zone-set. */
export const zoneSetV3 = z.object({
  ...header,
  zoneSet: z.object({
    mapId: identifier,
    zoneSetId: identifier,
    zoneSetDescriptor: soft(text),
    zones: z.array(zoneV3),
  }),
});
export type ZoneSetV3 = z.infer<typeof zoneSetV3>;

export const responsesV3 = z.object({
  ...header,
  responses: z.array(
    z.object({
      requestId: identifier,
      grantType: oneOf('GRANTED', 'QUEUED', 'REVOKED', 'REJECTED'),
      leaseExpiry: soft(text),
    }),
  ),
});
export type ResponsesV3 = z.infer<typeof responsesV3>;
