/** A reason in six languages. `{name}` is a placeholder; its names are taken from the English text. */
export const reason = <const En extends string>(
  en: En,
  zhCn: string,
  zhCw: string,
  ja: string,
  ko: string,
  ge: string,
) => ({ en, 'zh-cn': zhCn, 'zh-cw': zhCw, ja, ko, ge });
