export { default as antd } from 'antd/es/locale/ko_KR';
export { texts } from '/@texts/ko/shell';
