import { apiKeys, apiUsers } from '../../../apps/server/src/entities/api/api-user-table.ts';
import { webhookEndpoints } from '../../../apps/server/src/entities/api/webhook-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import type { Vault } from '../../../apps/server/src/platform/files/vault.ts';
import { newId, newSecret } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { CompanyKey } from '../people.ts';

const dayMs = 86_400_000;

/**
 * Creates the API user of a customer's reporting system, with one key that was never used and a webhook that waits for its receiver.
 * Their secrets are unknown. */
export async function buildApiUsers(
  db: Tx,
  vault: Vault,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const iso = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();
  const [userId, companyId] = [newId(), companyIds.hospital];
  await db.insert(apiUsers).values({
    id: userId,
    companyId,
    name: 'Hygieneberichte',
    contactName: 'Jana Vogt',
    contactEmail: 'it@klinikum.example',
    validFrom: iso(-12),
    validUntil: iso(353),
    addresses: ['192.0.2.40', '2001:db8:40::/48'],
    callsPerDay: 10_000,
    callsPerSecond: 5,
    createdAt: iso(-12),
    createdBy: 'system',
    updatedAt: iso(-12),
    updatedBy: 'system',
  });
  // Enabled by a person once its receiver exists: the name leads nowhere.
  await db.insert(webhookEndpoints).values({
    companyId,
    userId,
    name: 'Leitwarte',
    url: 'https://leitwarte.klinikum.example/sweepline',
    mode: 'SNAPSHOT',
    events: ['run.finished', 'report.ready', 'alarm.raised', 'alarm.cleared'],
    secretSealed: vault.seal(`whsec_${newSecret()}`),
    disabledAt: iso(-12),
    disabledFor: 'PERSON',
    createdAt: iso(-12),
    createdBy: 'system',
    updatedAt: iso(-12),
    updatedBy: 'system',
  });
  await db.insert(apiKeys).values({
    companyId,
    userId,
    scopes: ['read'],
    name: 'Berichtsserver',
    keyId: `key_${newSecret().slice(0, 22)}`,
    secretSealed: vault.seal(newSecret()),
    createdAt: iso(-12),
    createdBy: 'system',
  });
}
