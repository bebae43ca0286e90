import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale } from './lang.ts';

export type Phrases = { [key: string]: string | Phrases };

/** `…/kit/texts/en.json` is the namespace `kit`, `…/features/devices/texts/en.json` is `devices`. */
export const byNamespace = (files: Record<string, Phrases>): Record<string, Phrases> =>
  Object.fromEntries(Object.entries(files).map(([path, phrases]) => [path.split('/').at(-3), phrases]));

type Pages = Record<string, () => Promise<Phrases>>;
let pages: Pages = {};

/** Called once, before the first paint, with the reader's language only: the texts of the start, and where those of pages are. */
export function startTexts(phrases: Record<string, Phrases>, ofPages: Pages = {}) {
  pages = ofPages;
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

/** Texts of the reader's language that came later than the start. */
export function addTexts(phrases: Record<string, Phrases>) {
  for (const [name, words] of Object.entries(phrases))
    i18next.addResourceBundle(i18next.language, name, words);
}

/**
 * A piece of the program and the texts it says, both under way at once. `build/page-texts.ts` writes this around every
 * `import()`; a piece that were shown sooner would show keys.
 */
export async function withTexts<T>(piece: Promise<T>, names: readonly string[]): Promise<T> {
  const missing = names.filter((name) => !i18next.hasResourceBundle(i18next.language, name));
  const [loaded] = await Promise.all([
    piece,
    ...missing.map(async (name) => addTexts({ [name]: (await pages[name]?.()) ?? {} })),
  ]);
  return loaded;
}
