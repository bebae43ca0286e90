export * from './byte-pipe.ts';
export { maxPipeMessageBytes } from './pipe-message.ts';
