import { z } from 'zod';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** An update window in local time; it may pass midnight. Equal ends are refused. */
export const updateWindow = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, { path: ['to'] });
export type UpdateWindow = z.infer<typeof updateWindow>;
