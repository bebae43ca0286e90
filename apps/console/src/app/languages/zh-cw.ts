import antd from 'antd/es/locale/zh_TW';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-tw';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('zh-tw');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/zh-cw.json', { eager: true, import: 'default' })),
};
