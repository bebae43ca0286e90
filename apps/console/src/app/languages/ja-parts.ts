import antd from 'antd/es/locale/ja_JP';
import dayjs from 'dayjs';
import 'dayjs/locale/ja';

dayjs.locale('ja');

export const parts = antd;
