export * from './device-maps.ts';
export * from './door-values.ts';
export * from './doors.ts';
export * from './elevator-modules.ts';
export * from './elevator-projects.ts';
export * from './elevator-tests.ts';
export * from './elevator-values.ts';
export * from './elevators.ts';
export * from './ride-values.ts';
export * from './rides.ts';
export * from './map-drafts.ts';
export * from '../figures/map-layers.ts';
export * from './map-versions.ts';
export * from './maps.ts';
export * from './site-plans.ts';
export * from './sites.ts';
export * from '../figures/site-targets.ts';
export * from '../work/zone-board.ts';

import { deviceMapCalls } from './device-maps.ts';
import { doorCalls, doorRecordCalls } from './doors.ts';
import { elevatorModuleCalls } from './elevator-modules.ts';
import { elevatorProjectCalls } from './elevator-projects.ts';
import { elevatorTestCalls } from './elevator-tests.ts';
import { elevatorCalls } from './elevators.ts';
import { mapDraftCalls } from './map-drafts.ts';
import { mapLayerCalls } from '../figures/map-layers.ts';
import { mapVersionCalls } from './map-versions.ts';
import { mapCalls } from './maps.ts';
import { rideCalls } from './rides.ts';
import { sitePlanCalls } from './site-plans.ts';
import { siteCalls } from './sites.ts';
import { siteTargetCalls } from '../figures/site-targets.ts';
import { zoneBoardCalls } from '../work/zone-board.ts';

/** Calls about sites, floors, maps and zones. */
export const placeArea = {
  sites: siteCalls,
  sitePlans: sitePlanCalls,
  maps: mapCalls,
  mapDrafts: mapDraftCalls,
  mapVersions: mapVersionCalls,
  mapLayers: mapLayerCalls,
  deviceMaps: deviceMapCalls,
  elevatorProjects: elevatorProjectCalls,
  elevators: elevatorCalls,
  elevatorModules: elevatorModuleCalls,
  elevatorTests: elevatorTestCalls,
  rides: rideCalls,
  doors: doorCalls,
  doorRecords: doorRecordCalls,
  siteTargets: siteTargetCalls,
  zoneBoard: zoneBoardCalls,
};
