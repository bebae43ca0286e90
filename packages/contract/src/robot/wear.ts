import { modelOf } from './models.ts';

/** Percent left at which a part warns unless something else was set (2.11). */
export const defaultWarnPct = 15;

/** Measured by their fill and not by hours of work (2.11). */
const byFill: readonly string[] = ['dustBag', 'detergent'];
export const isFilled = (part: string) => byFill.includes(part);

/** What wears out on a device of this model, and what is filled or emptied. */
export const partsOf = (model: string): readonly string[] => modelOf(model)?.consumables ?? [];

/** How hard a strength works the parts: the weakest 0.8, the middle 1.0, the strongest 1.3 (2.11). */
export function wearFactor(strengths: readonly string[], strength: string): number {
  const level = strengths.indexOf(strength);
  if (level < 0) return 1;
  if (level === strengths.length - 1) return 1.3;
  return level === 0 && strengths.length > 2 ? 0.8 : 1;
}
