import dayjs from 'dayjs';
import 'dayjs/locale/ko';

dayjs.locale('ko');

export { default as antd } from 'antd/es/locale/ko_KR';
export { texts } from '/@texts/ko/shell';
