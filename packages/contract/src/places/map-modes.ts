/** How a floor was taken up: by a robot on its own, by one that was driven, or from a file. */
export const mapModes = ['AUTO_SCAN', 'MANUAL_SCAN', 'IMPORTED'] as const;
export type MapMode = (typeof mapModes)[number];
