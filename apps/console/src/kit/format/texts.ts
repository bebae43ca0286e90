import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale } from './lang.ts';

export type Phrases = { [key: string]: string | Phrases };

/**
 * The namespace of a file of texts. Texts of a feature are named by its folders: `…/features/devices/groups/texts/en.json` is
 * `devices/groups`. Other texts are named by their folder: `…/kit/texts/en.json` is `kit`.
 */
export function namespaceOf(path: string): string {
  const folders = path.split('/').slice(0, -2);
  const features = folders.lastIndexOf('features');
  return (features < 0 ? folders.slice(-1) : folders.slice(features + 1)).join('/');
}

export const byNamespace = (files: Record<string, Phrases>): Record<string, Phrases> =>
  Object.fromEntries(Object.entries(files).map(([path, phrases]) => [namespaceOf(path), phrases]));

type Pages = Record<string, () => Promise<Phrases>>;
let pages: Pages = {};

/** Called once before the first paint, with the start texts of the reader's language and the loaders of page texts. */
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

/** Adds texts of the reader's language after the start. */
export function addTexts(phrases: Record<string, Phrases>) {
  for (const [name, words] of Object.entries(phrases))
    i18next.addResourceBundle(i18next.language, name, words);
}

/**
 * Loads a chunk and the texts it uses in parallel. `build/page-texts.ts` writes this around every `import()`.
 * A chunk shown before its texts would show keys.
 */
export async function withTexts<T>(chunk: Promise<T>, names: readonly string[]): Promise<T> {
  const missing = names.filter((name) => !i18next.hasResourceBundle(i18next.language, name));
  const [loaded] = await Promise.all([
    chunk,
    ...missing.map(async (name) => addTexts({ [name]: (await pages[name]?.()) ?? {} })),
  ]);
  return loaded;
}
