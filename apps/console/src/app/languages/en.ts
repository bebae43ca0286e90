export { pages, start } from '/@texts/en';
