export { default as antd } from 'antd/es/locale/zh_CN';
export { texts } from '/@texts/zh-cn/shell';
