export * from './coverage.ts';
export * from './geometry.ts';
export * from './grid.ts';
export * from './mask.ts';
export * from './pgm.ts';
export * from './polygon.ts';
export * from './pose.ts';
export * from './ros-map.ts';
