export { pages, start } from '/@texts/zh-cw';
