export { pages, start } from '/@texts/ko';
