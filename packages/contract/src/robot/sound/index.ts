export * from './audio-section.ts';
export * from './quiet-hours.ts';
