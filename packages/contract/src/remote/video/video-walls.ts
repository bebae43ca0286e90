import { z } from 'zod';
import { calls } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';

/** Largest number of robots on a wall. */
export const maxWallRobots = 9;

const wallSite = z.object({
  /** Null for robots without a site. */
  siteId: z.string().nullable(),
  siteName: z.string(),
  /** Robots with a camera. */
  total: z.number().int(),
  /** The first of them, by name, as many as a wall has room for. */
  robots: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type WallSite = z.infer<typeof wallSite>;

/** What a video wall can show without a choice of robots. */
export const videoWallCalls = calls('videoWalls', {
  /** Sites with robots that have cameras, by name. */
  sites: {
    method: 'POST',
    path: 'service/video/sites/queryWithPage',
    allow: permissions.deviceVideo,
    reads: true,
    input: listInput({ keyword }),
    output: listOf(wallSite),
  },
});
