import { currentLang } from './lang.ts';

/** The name in Chinese characters; all other languages have the Latin one. */
const chineseNames: Record<string, string> = { 'zh-cn': '清扫线', 'zh-cw': '清掃線' };

/** The name of the product in the reader's language. */
export const productName = (): string => chineseNames[currentLang()] ?? 'Sweepline';
