import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale } from './lang.ts';

export type Phrases = { [key: string]: string | Phrases };

/** `…/kit/texts/en.json` is the namespace `kit`, `…/features/devices/texts/en.json` is `devices`. */
export const byNamespace = (files: Record<string, Phrases>): Record<string, Phrases> =>
  Object.fromEntries(Object.entries(files).map(([path, phrases]) => [path.split('/').at(-3), phrases]));

/** Called once, before the first paint, with the reader's language only. */
export function startTexts(phrases: Record<string, Phrases>) {
  const lng = currentLocale();
  document.documentElement.lang = lng;
  return i18next.use(initReactI18next).init({
    lng,
    resources: { [lng]: phrases },
    fallbackLng: false,
    defaultNS: 'kit',
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
}
