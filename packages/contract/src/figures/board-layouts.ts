import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Blocks of the data board that the administrators of a company can arrange. */
export const boardBlocks = [
  'needs',
  'figures',
  'area',
  'taskCount',
  'taskTime',
  'deviceCount',
  'taskTypes',
  'battery',
  'completion',
  'online',
  'electricity',
  'places',
  'companyRanking',
  'deviceRanking',
  'savings',
  'runsNow',
] as const;
export type BoardBlock = (typeof boardBlocks)[number];
export const boardPeriods = ['today', 'week', 'month', 'year'] as const;
export type BoardPeriod = (typeof boardPeriods)[number];
export const maxBoardBlocks = 24;

/** One block of a layout. Without `period` or `siteId` it follows the filters of the page. */
export const placedBlock = z.strictObject({
  block: z.enum(boardBlocks),
  /** Columns of three. */
  width: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  period: z.enum(boardPeriods).optional(),
  siteId: z.uuid().optional(),
});
export type PlacedBlock = z.infer<typeof placedBlock>;

/** The enterprise view of one company. */
export const boardLayout = z.object({
  /** In reading order. Null: the standard view, because no layout was saved or the company has no custom view. */
  blocks: z
    .array(
      placedBlock.extend({
        /** Null without a site, and for a site that was deleted meanwhile. */
        siteName: z.string().nullable(),
      }),
    )
    .nullable(),
  /** 0 before the first save. A reset increases it as well. */
  version: z.number().int(),
  updatedAt: moment.nullable(),
  updatedBy: z.string(),
});
export type BoardLayout = z.infer<typeof boardLayout>;

const path = 'service/board/layout';
const version = z.number().int().min(0);

export const boardLayoutCalls = calls('boardLayouts', {
  /** The layout of the reader's own company. */
  current: {
    method: 'GET',
    path,
    allow: [permissions.statistics, permissions.home],
    input: z.strictObject({}),
    output: boardLayout,
  },
  /** Saves the layout of the caller's own company. Refused while the company has the standard view. */
  save: {
    method: 'POST',
    path: `${path}/set`,
    allow: permissions.boardArrange,
    input: z.strictObject({ version, blocks: z.array(placedBlock).max(maxBoardBlocks) }),
    output: boardLayout,
  },
  /** Returns to the standard blocks. */
  reset: {
    method: 'POST',
    path: `${path}/reset`,
    allow: permissions.boardArrange,
    input: z.strictObject({ version }),
    output: boardLayout,
  },
});
