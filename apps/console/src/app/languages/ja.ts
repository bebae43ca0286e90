import antd from 'antd/es/locale/ja_JP';
import dayjs from 'dayjs';
import 'dayjs/locale/ja';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('ja');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/ja.json', { eager: true, import: 'default' })),
};
