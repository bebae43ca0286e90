export { pages, start } from '/@texts/ja';
