export { default as antd } from 'antd/es/locale/en_US';
export { texts } from '/@texts/en/shell';
