import { byNamespace, startTexts, type Phrases } from '../kit/format/texts.ts';

/** Starts i18next with all English texts. */
export const startEnglish = () =>
  startTexts(
    byNamespace(import.meta.glob<Phrases>('../**/texts/en.json', { eager: true, import: 'default' })),
  );
