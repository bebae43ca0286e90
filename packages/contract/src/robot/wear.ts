import { modelOf } from './models.ts';

/** Default warning level of a part, in percent left: docs/protocol/settings.md#consumables. */
export const defaultWarnPct = 15;

/** Parts measured by their fill level and not by hours of work. */
const byFill: readonly string[] = ['dustBag', 'detergent'];
/** Whether a part is measured by its fill level. */
export const isFilled = (part: string) => byFill.includes(part);

/** Wearing parts and supplies of a model; empty for a third-party vehicle. */
export const partsOf = (model: string): readonly string[] => modelOf(model)?.consumables ?? [];

/** Wear per hour by strength: weakest 0.8, middle 1.0, strongest 1.3. Source: docs/protocol/settings.md#consumables. */
export function wearFactor(strengths: readonly string[], strength: string): number {
  const level = strengths.indexOf(strength);
  if (level < 0) return 1;
  if (level === strengths.length - 1) return 1.3;
  return level === 0 && strengths.length > 2 ? 0.8 : 1;
}
