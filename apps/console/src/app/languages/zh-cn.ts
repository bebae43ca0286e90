import { byNamespace } from '../../kit/texts.ts';

export const phrases = byNamespace(
  import.meta.glob('/src/**/texts/zh-cn.json', { eager: true, import: 'default' }),
);
