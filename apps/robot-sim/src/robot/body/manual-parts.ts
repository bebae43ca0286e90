import {
  hasSqueegee,
  levelPartsOf,
  partLevels,
  partsOffAfterS,
  squeegeePositions,
  type LevelPart,
} from '@sweepline/contract/robot';

/** Levels of the parts that a person set by hand, and the position of the squeegee. */
export type ManualParts = Partial<Record<LevelPart, number>> & { squeegee?: 'UP' | 'DOWN' };

/** The parts of a `parts.set` and their time in seconds; else the name of the parameter that is wrong. */
export function manualPartsOf(
  model: string,
  { autoOffS, ...parts }: Record<string, unknown>,
): { parts: ManualParts; offAfterS: number } | string {
  const isTime =
    typeof autoOffS === 'number' && autoOffS >= partsOffAfterS.min && autoOffS <= partsOffAfterS.max;
  if (!isTime) return 'autoOffS';
  const own: readonly string[] = levelPartsOf(model);
  for (const [part, value] of Object.entries(parts)) {
    const isLevel = own.includes(part) && partLevels.some((level) => level === value);
    const isPosition =
      part === 'squeegee' && hasSqueegee(model) && squeegeePositions.some((position) => position === value);
    if (!isLevel && !isPosition) return part;
  }
  // Each part and its value was checked above.
  return { parts: parts as ManualParts, offAfterS: autoOffS };
}
