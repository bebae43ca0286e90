import antd from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('en');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/en.json', { eager: true, import: 'default' })),
};
