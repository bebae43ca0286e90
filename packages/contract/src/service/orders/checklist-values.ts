import { z } from 'zod';
import { because, becauseAt } from '../../grammar/reasons/because.ts';

/** A point to tick, to measure, to describe, or to photograph. */
export const checkKinds = ['TICK', 'NUMBER', 'TEXT', 'PHOTO'] as const;
export type CheckKind = (typeof checkKinds)[number];

export const checklistLimits = { items: 80, text: 200, answerText: 1_000, photos: 8, note: 300 } as const;

const bound = z.number().min(-1e9).max(1e9).nullable().default(null);

/** One point of a checklist. Unit and range are those of a NUMBER. */
export const checkItem = z
  .strictObject({
    /** Made by the editor, so that answers keep their point when the order of the points changes. */
    id: z.uuid(),
    kind: z.enum(checkKinds),
    text: z.string().trim().min(1).max(checklistLimits.text),
    required: z.boolean().default(true),
    unit: z.string().trim().max(20).default(''),
    min: bound,
    max: bound,
    /** A failed tick, or a number out of range, makes a work order of its own. */
    makesOrder: z.boolean().default(false),
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, becauseAt('max', 'RANGE_REVERSED'))
  .refine(
    ({ kind, makesOrder, min, max }) =>
      !makesOrder || kind === 'TICK' || (kind === 'NUMBER' && (min !== null || max !== null)),
    becauseAt('makesOrder', 'POINT_CANNOT_FAIL'),
  );
export type CheckItem = z.infer<typeof checkItem>;

export const checkItems = z
  .array(checkItem)
  .min(1)
  .max(checklistLimits.items)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, because('DUPLICATE_ENTRY'));

/** The answer to one point: a tick or its refusal, a number, a text, or the ids of pictures. A point without an answer is left out. */
export const checkAnswer = z.strictObject({
  itemId: z.uuid(),
  value: z.union([
    z.boolean(),
    z.number().min(-1e9).max(1e9),
    z.string().trim().max(checklistLimits.answerText),
    z.array(z.uuid()).max(checklistLimits.photos),
  ]),
  note: z.string().trim().max(checklistLimits.note).default(''),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;
export type CheckValue = CheckAnswer['value'];

const valueTypes = { TICK: 'boolean', NUMBER: 'number', TEXT: 'string', PHOTO: 'object' } as const;

/** Whether the value is one that a point of this kind can have. */
export const fitsKind = (kind: CheckKind, value: CheckValue): boolean => typeof value === valueTypes[kind];

/** Whether a point has an answer. An empty text and no pictures are none. */
export const isAnswered = (value: CheckValue | null | undefined): value is CheckValue =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether a point failed: it is not in order, or its number is out of range. */
export function isFailed({ kind, min, max }: CheckItem, value: CheckValue | null | undefined): boolean {
  if (kind === 'TICK') return value === false;
  if (kind !== 'NUMBER' || typeof value !== 'number') return false;
  return (min !== null && value < min) || (max !== null && value > max);
}
