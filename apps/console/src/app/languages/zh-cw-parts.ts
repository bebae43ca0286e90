export { default as antd } from 'antd/es/locale/zh_TW';
export { texts } from '/@texts/zh-cw/shell';
