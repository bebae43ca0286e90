import { z } from 'zod';
import { cleaningModes, strengths } from './models.ts';
import { identifier, number, oneOf, soft } from './wire.ts';

export const cleanPatterns = ['BOUSTROPHEDON', 'SPIRAL', 'EDGE_THEN_FILL', 'EDGE_ONLY', 'PATH'] as const;
export const cleanStrategies = ['FULL', 'RESUME', 'SPOT'] as const;

const corners = z.array(z.tuple([number, number]));
/**
 * Parameters of the `cleanArea` node action as an object: docs/protocol/orders.md#actions. `polygon` is
 * counter-clockwise and simple. The server always sends it, so a robot can clean a zone it has not received yet.
 */
export const cleanAreaParameters = z.object({
  areaId: soft(identifier),
  polygon: soft(corners.min(3).max(200)),
  mapId: identifier,
  cleaningMode: oneOf(...cleaningModes),
  strength: oneOf(...strengths),
  pattern: oneOf(...cleanPatterns).default('EDGE_THEN_FILL'),
  path: soft(corners),
  repetitions: z.number().int().min(1).max(99).default(1),
  strategy: oneOf(...cleanStrategies).default('FULL'),
  minSoc: number.min(5).max(50).default(15),
  resumeSoc: number.min(50).max(100).default(80),
  resumeAfterCharge: z.boolean().default(true),
  replenish: oneOf('AUTO', 'NEVER').default('AUTO'),
});
export type CleanAreaParameters = z.infer<typeof cleanAreaParameters>;

/** `actionResult` of `cleanArea`, as JSON text of at most 512 bytes. */
export const cleanAreaResult = z.object({
  plannedM2: number,
  cleanedM2: number,
  coverage: number,
  passes: soft(number),
});
export type CleanAreaResult = z.infer<typeof cleanAreaResult>;

/** `[{key, value}]` as an object; the last of duplicate keys wins. */
export const parametersOf = (pairs: readonly { key: string; value?: unknown }[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
/** The reverse; undefined values are left out. */
export const pairsOf = (parameters: Record<string, unknown>) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value }));
