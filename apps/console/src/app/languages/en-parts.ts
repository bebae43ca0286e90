import antd from 'antd/es/locale/en_US';
import dayjs from 'dayjs';

dayjs.locale('en');

export const parts = antd;
