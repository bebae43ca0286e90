export { pages, start } from '/@texts/zh-cn';
