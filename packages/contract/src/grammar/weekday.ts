import { z } from 'zod';

/** A day of the week as ISO 8601 numbers it: 1 Monday to 7 Sunday. Everything inside counts so. */
export const weekday = z.number().int().min(1).max(7);
