export { default as antd } from 'antd/es/locale/de_DE';
export { texts } from '/@texts/ge/shell';
