import { isDatabaseAway } from '../db/availability.ts';
import { DatabaseAwayRefusal } from '../http/request-refusal.ts';
import { FileFault } from '../files/file-fault.ts';
import { Refusal } from './ctx.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The refusal that an error is answered with; undefined for an internal error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isStorageFull(error)) return new Refusal('storageFull');
  if (error instanceof FileFault) return new Refusal('fileDamaged');
  if (isDatabaseAway(error)) return new DatabaseAwayRefusal();
  if (isCompanyGone(error)) return new Refusal('notFound');
  // PostgreSQL's query_canceled: the statement's own time-out came first.
  return codeOf(error) === '57014' ? new Refusal('timeout') : undefined;
}

/** Whether the disk, or the server's quota on it, is full. */
export const isStorageFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

/** Whether the company was deleted between its lookup and an insert: the foreign keys `…_company_kept` report it. */
const isCompanyGone = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // Drizzle wraps what the driver threw.
  if (error.cause) return isCompanyGone(error.cause);
  return (
    codeOf(error) === '23503' &&
    'constraint_name' in error &&
    String(error.constraint_name).endsWith('_company_kept')
  );
};

/** Whether Fastify refused the request with a 4xx status: too large, wrong media type and similar. */
export const isTransport = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;
