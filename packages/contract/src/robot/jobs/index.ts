export * from './ai-collect.ts';
export * from './job-params.ts';
export * from './job-values.ts';
export * from './ota-manifest.ts';
export * from './robot-paths.ts';
