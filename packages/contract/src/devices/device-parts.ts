import { z } from 'zod';
import { partsOffAfterS, squeegeePositions } from '../robot/manual-parts.ts';

const partLevel = z.number().int().min(0).max(3).optional();
/** The parts of a `parts.set`: at least one. */
export const manualParts = z.strictObject({
  mainBrush: partLevel,
  sideBrush: partLevel,
  suction: partLevel,
  water: partLevel,
  squeegee: z.enum(squeegeePositions).optional(),
});
/** Seconds after which they go off. */
export const autoOffS = z.number().int().min(partsOffAfterS.min).max(partsOffAfterS.max).default(10);
