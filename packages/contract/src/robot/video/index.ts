export * from './cameras.ts';
export * from './frames.ts';
export * from './webrtc.ts';
export * from './stream-params.ts';
