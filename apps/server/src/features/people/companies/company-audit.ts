import { lookup } from '@sweepline/contract';
import type { CompanyDetail } from '@sweepline/contract';
import type { auditChanges } from '../../../platform/audit/audit-table.ts';

type Change = CompanyDetail['changes'][number];

/**
 * Columns that users edit, with the field names of the contract. The new parent of a moved company is not disclosed.
 */
const fields: Record<string, string> = {
  name: 'name',
  code: 'code',
  region: 'region',
  location: 'location',
  contact_name: 'contactName',
  contact_phone: 'contactPhone',
  contact_email: 'contactEmail',
  scenario: 'scenario',
  rating: 'rating',
  feature: 'feature',
  sales_id: 'salesId',
  fae_id: 'faeId',
  menu_image: 'menuImage',
};

/** An audit change in the form of the contract. A change that only follows a move of a company above is omitted. */
export function changeOf(
  { id, at, operation, before, after }: typeof auditChanges.$inferSelect,
  by: string | null,
): Change | null {
  const entry = (kind: Change['kind'], changed: string[] = []): Change => ({
    id,
    at,
    kind,
    by,
    fields: changed,
  });
  if (operation === 'INSERT') return entry('CREATED');
  if (!after || !before) return null;
  if ('frozen_at' in after) return entry(after['frozen_at'] ? 'FROZEN' : 'UNFROZEN');
  if ('parent_id' in after) return entry('MOVED');
  const changed = Object.keys(after).flatMap((column) => lookup(fields, column) ?? []);
  return changed.length > 0 ? entry('CHANGED', changed) : null;
}
