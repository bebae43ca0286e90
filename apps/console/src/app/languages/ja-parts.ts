import dayjs from 'dayjs';
import 'dayjs/locale/ja';

dayjs.locale('ja');

export { default as antd } from 'antd/es/locale/ja_JP';
export { texts } from '/@texts/ja/shell';
