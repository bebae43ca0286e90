import antd from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('zh-cn');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/zh-cn.json', { eager: true, import: 'default' })),
};
