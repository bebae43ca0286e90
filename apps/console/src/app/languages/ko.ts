import antd from 'antd/es/locale/ko_KR';
import dayjs from 'dayjs';
import 'dayjs/locale/ko';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('ko');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/ko.json', { eager: true, import: 'default' })),
};
