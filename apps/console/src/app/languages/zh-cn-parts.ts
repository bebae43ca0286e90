import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');

export { default as antd } from 'antd/es/locale/zh_CN';
export { texts } from '/@texts/zh-cn/shell';
