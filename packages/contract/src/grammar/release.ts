import { z } from 'zod';
import { moment } from './call.ts';

/** States of what a second person approves before it is published: articles, software packages. */
export const releaseStates = [
  'DRAFT',
  'PENDING_RELEASE',
  'PUBLISHED',
  'UNLISTED',
  'UNPUBLISHABLE',
  'EXPIRED',
] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** What people, or the time, do to it. */
export const releaseActs = ['UPDATE', 'APPROVE', 'REFUSE', 'PUBLISH', 'UNLIST', 'EXPIRE', 'DELETE'] as const;
export type ReleaseAct = (typeof releaseActs)[number];

/** The state after an act, by the state before; an act that is missing is refused. */
export type ReleaseMoves = {
  readonly [State in ReleaseState]: { readonly [Act in ReleaseAct]?: ReleaseState | 'DELETED' };
};

/** The moves until it is published for the first time. */
export const firstReleaseMoves = {
  DRAFT: { UPDATE: 'DRAFT', APPROVE: 'PENDING_RELEASE', REFUSE: 'UNPUBLISHABLE', DELETE: 'DELETED' },
  UNPUBLISHABLE: { UPDATE: 'DRAFT', DELETE: 'DELETED' },
  PENDING_RELEASE: { UPDATE: 'DRAFT', PUBLISH: 'PUBLISHED', DELETE: 'DELETED' },
} as const satisfies Partial<ReleaseMoves>;

/** Counts the changes: with an older one another draft would be judged than the one that was read. */
export const revision = z.number().int().min(1);

/** The check of a draft by a second person. `reasons` is required where it is refused. */
export const reviewInput = z.strictObject({
  id: z.uuid(),
  revision,
  approved: z.boolean(),
  reasons: z.string().trim().max(2_000).default(''),
});

/** At once, or at a time in the future. */
export const publishInput = z.strictObject({ id: z.uuid(), at: moment.nullable().default(null) });
