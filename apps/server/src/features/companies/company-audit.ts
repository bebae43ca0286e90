import { lookup } from '@sweepline/contract';
import type { CompanyDetail } from '@sweepline/contract';
import type { auditChanges } from '../../platform/audit/audit-table.ts';

type Change = CompanyDetail['changes'][number];

/** Columns that people write, under the names of the contract. Where a company stands is told without saying where. */
const fields: Record<string, string> = {
  name: 'name',
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

/** A change of the audit as the page of a company tells it; what moved along with a company above it is not told twice. */
export function changeOf(
  { id, at, operation, before, after }: typeof auditChanges.$inferSelect,
  by: string | null,
): Change | null {
  const told = (kind: Change['kind'], changed: string[] = []): Change => ({
    id,
    at,
    kind,
    by,
    fields: changed,
  });
  if (operation === 'INSERT') return told('CREATED');
  if (!after || !before) return null;
  if ('frozen_at' in after) return told(after['frozen_at'] ? 'FROZEN' : 'UNFROZEN');
  if ('parent_id' in after) return told('MOVED');
  const changed = Object.keys(after).flatMap((column) => lookup(fields, column) ?? []);
  return changed.length > 0 ? told('CHANGED', changed) : null;
}
