import type { CheckItem, CheckKind } from '@sweepline/contract';
import { randomUuid } from '../../../kit/api/random.ts';

export const newPoint = (): CheckItem => ({
  id: randomUuid(),
  kind: 'TICK',
  text: '',
  required: true,
  unit: '',
  min: null,
  max: null,
  makesOrder: false,
});

/** The point with another kind. Unit and range are those of a number only. */
export const withKind = (point: CheckItem, kind: CheckKind): CheckItem => ({
  ...point,
  kind,
  ...(kind !== 'NUMBER' && { unit: '', min: null, max: null }),
  makesOrder: kind === 'TICK' ? point.makesOrder : false,
});

/** Whether a failed answer is possible, so that it can make an order. */
export const canFail = ({ kind, min, max }: CheckItem): boolean =>
  kind === 'TICK' || (kind === 'NUMBER' && (min !== null || max !== null));

/** The list with the entry at `from` moved to `to`; the same list if there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
