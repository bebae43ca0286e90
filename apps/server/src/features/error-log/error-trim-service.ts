import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { hourly } from '../../platform/runtime/hourly.ts';
import { trimErrors } from './error-collector.ts';

const dayMs = 86_400_000;

/** Deletes errors that did not occur within `days`, each hour until stopped. */
export const startErrorCleanup = (
  db: Db,
  now: Clock,
  days: number,
  onError: (error: unknown) => void,
): (() => Promise<void>) =>
  hourly(() => trimErrors(db, new Date(now().getTime() - days * dayMs).toISOString()), onError);
