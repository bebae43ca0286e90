import { z } from 'zod';

export const pageSizes = [10, 20, 30, 50] as const;
export const defaultPageSize = 20;
/**
 * Pages of the console have one of `pageSizes`. A call takes every size up to that of the unread list, which is one of the calls that
 * all lists share.
 */
export const maxPageSize = 99;

/** Field and direction, as in `-createdAt`: a leading minus sorts descending. */
export const sortBy = <F extends string>(...fields: readonly [F, ...F[]]) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`] as const) as [F | `-${F}`, ...(F | `-${F}`)[]]);

/** Input of every list call: its own filters plus the page. Unknown filters are refused, so a typo never shows everything. */
export const listInput = <F extends z.ZodRawShape>(filters: F) =>
  z.strictObject({
    ...filters,
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    /** Used only by lists that are always short. */
    enablePage: z.boolean().optional(),
  });

/** Output of every list call. */
export const listOf = <R extends z.ZodType>(row: R) =>
  z.object({ list: z.array(row), total: z.number().int() });

/** Text of a search box: trimmed, at most 100 characters. */
export const keyword = z.string().trim().max(100).optional();
