/** How a map was created: autonomous scan, manually driven scan, or file import. */
export const mapModes = ['AUTO_SCAN', 'MANUAL_SCAN', 'IMPORTED'] as const;
export type MapMode = (typeof mapModes)[number];
