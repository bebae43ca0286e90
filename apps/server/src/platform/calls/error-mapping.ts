import { Refusal } from './ctx.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** What an error means to the caller; undefined is a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isStorageFull(error)) return new Refusal('storageFull');
  if (isCompanyGone(error)) return new Refusal('notFound');
  // PostgreSQL's query_canceled: the statement ran into its own time-out first.
  return codeOf(error) === '57014' ? new Refusal('timeout') : undefined;
}

/** The disk, or the quota of the server on it, is used up. */
export const isStorageFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

/** The company was deleted between looking it up and adding to it: the foreign keys of `companies_kept` say so. */
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

/** Refused by HTTP itself: too large, wrong media type and the like. */
export const isTransport = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;
