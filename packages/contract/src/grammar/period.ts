import { z } from 'zod';
import { becauseAt } from './reasons/because.ts';

/** Fields that are the two ends of a period. */
const periodEnds = [
  ['from', 'to'],
  ['from', 'until'],
  ['startTime', 'endTime'],
  ['startDate', 'endDate'],
] as const;

/** A missing end is open. */
const isOrdered = (start: unknown, end: unknown) =>
  typeof start !== 'string' || typeof end !== 'string' || !(Date.parse(start) > Date.parse(end));

/** Adds to the input of a call that a period in it does not end before it starts. */
export function withPeriodOrder(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) return input;
  const { shape } = input;
  return periodEnds
    .filter((ends) => ends.every((name) => Object.hasOwn(shape, name)))
    .reduce<z.ZodObject>(
      (schema, [start, end]) =>
        schema.refine((fields) => isOrdered(fields[start], fields[end]), becauseAt(end, 'ENDS_BEFORE_START')),
      input,
    );
}
