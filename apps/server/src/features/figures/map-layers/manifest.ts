import { mapLayerAnswers } from './map-layer-handlers.ts';

/** What this feature adds to the server. */
export const mapLayers = {
  calls: () => mapLayerAnswers,
};
