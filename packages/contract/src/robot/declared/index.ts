export * from './capabilities.ts';
export * from './capability-words.ts';
export * from './declaration.ts';
export * from './declared-cleaning.ts';
