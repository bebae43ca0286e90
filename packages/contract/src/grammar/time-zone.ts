import { z } from 'zod';
import { isTimeZone } from '../robot/time-zones.ts';
import { because } from './reasons/because.ts';

/** IANA name of a time zone, stored as it is given. */
export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, because('TIME_ZONE'))
  .meta({ examples: ['UTC'] });
