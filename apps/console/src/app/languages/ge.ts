import antd from 'antd/es/locale/de_DE';
import dayjs from 'dayjs';
import 'dayjs/locale/de';
import { byNamespace } from '../../kit/texts.ts';
import type { Language } from './language.ts';

dayjs.locale('de');

export const language: Language = {
  antd,
  phrases: byNamespace(import.meta.glob('/src/**/texts/ge.json', { eager: true, import: 'default' })),
};
