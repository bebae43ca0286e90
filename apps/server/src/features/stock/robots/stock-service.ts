export { useStatusAtEnd } from './stock-rules.ts';
