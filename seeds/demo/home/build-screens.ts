import { sceneKinds } from '@sweepline/contract';
import { hashOf } from '../../../apps/server/src/features/figures/screens/screen-service.ts';
import { screens } from '../../../apps/server/src/features/figures/screens/screen-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newSecret } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltSite } from '../build-companies.ts';
import type { CompanyKey } from '../people.ts';
import type { PlaceKey } from '../places.ts';

const dayMs = 86_400_000;

/** Creates a display of the provider that went silent, and one of a site that was not opened yet. Their links are unknown. */
export async function buildScreens(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  sites: ReadonlyMap<PlaceKey, BuiltSite>,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  const settings = (days: number) => ({
    tokenHash: hashOf(newSecret()),
    area: 'M2' as const,
    volume: 'LITRE' as const,
    createdAt: daysAgo(days),
    createdBy: 'system',
    updatedAt: daysAgo(days),
    updatedBy: 'system',
  });
  await db.insert(screens).values([
    {
      ...settings(40),
      companyId: companyIds.provider,
      name: '总部大堂',
      scenes: sceneKinds.map((kind) => ({ kind, seconds: 15 })),
      lang: 'zh-cn',
      lastSeenAt: daysAgo(2),
    },
    {
      ...settings(1),
      companyId: companyIds.hospital,
      siteId: sites.get('hospital')!.siteId,
      name: 'Empfang Ambulanz',
      scenes: [
        { kind: 'figures', seconds: 30 },
        { kind: 'runs', seconds: 20 },
        { kind: 'week', seconds: 20 },
      ],
      lang: 'ge',
    },
  ]);
}
