export * from './device-maps.ts';
export * from './map-drafts.ts';
export * from './map-layers.ts';
export * from './map-versions.ts';
export * from './maps.ts';
export * from './site-plans.ts';
export * from './sites.ts';

import { deviceMapCalls } from './device-maps.ts';
import { mapDraftCalls } from './map-drafts.ts';
import { mapLayerCalls } from './map-layers.ts';
import { mapVersionCalls } from './map-versions.ts';
import { mapCalls } from './maps.ts';
import { sitePlanCalls } from './site-plans.ts';
import { siteCalls } from './sites.ts';

/** Calls about sites, floors and maps. */
export const placeArea = {
  sites: siteCalls,
  sitePlans: sitePlanCalls,
  maps: mapCalls,
  mapDrafts: mapDraftCalls,
  mapVersions: mapVersionCalls,
  mapLayers: mapLayerCalls,
  deviceMaps: deviceMapCalls,
};
