import { accessDoors } from '../../../apps/server/src/entities/places/access-door-table.ts';
import {
  elevatorModules,
  elevatorProjects,
} from '../../../apps/server/src/entities/places/elevator-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newCredential } from '../../../apps/server/src/platform/runtime/credentials.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltSite } from '../build-companies.ts';
import type { LiftEntry } from './build-elevators.ts';

const serial = 'GATE-K-1104';
const manufacturer = 'RHEIN';
const hospitalDoors = [
  { number: 'AMB-1', name: 'Brandschutztür Ambulanz', kind: 'DOOR' },
  { number: 'LOG-1', name: 'Tor Wareneingang', kind: 'GATE' },
] as const;

/** Two doors of the hospital behind one module. */
export async function buildDoors(
  db: Tx,
  now: () => Date,
  companyId: string,
  { siteId }: BuiltSite,
): Promise<LiftEntry> {
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'system' };
  const [projectId, moduleId] = [newId(), newId()];
  const { secret: password, secretHash } = newCredential();
  await db.insert(elevatorProjects).values({
    id: projectId,
    companyId,
    siteId,
    number: 'MK-01',
    name: 'Klinikum, Türen und Tore',
    scene: 'HOSPITAL',
    property: 'Klinikum Technischer Dienst',
    ...stamp,
  });
  const module = { id: moduleId, companyId, projectId, number: 'M-1', serial, manufacturer, secretHash };
  await db.insert(elevatorModules).values({ ...module, type: 'BRIDGE', ...stamp });
  await db
    .insert(accessDoors)
    .values(hospitalDoors.map((door) => ({ ...door, companyId, projectId, moduleId, ...stamp })));
  return { serial, manufacturer, password, cars: [], doors: hospitalDoors.map(({ number }) => number) };
}
