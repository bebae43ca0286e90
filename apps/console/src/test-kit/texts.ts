import { byNamespace, startTexts, type Phrases } from '../kit/format/texts.ts';

/** English, as the console would load it. */
export const startEnglish = () =>
  startTexts(
    byNamespace(import.meta.glob<Phrases>('../**/texts/en.json', { eager: true, import: 'default' })),
  );
