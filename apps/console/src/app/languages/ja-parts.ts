export { default as antd } from 'antd/es/locale/ja_JP';
export { texts } from '/@texts/ja/shell';
