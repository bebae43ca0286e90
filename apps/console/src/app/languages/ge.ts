export { pages, start } from '/@texts/ge';
