import { bcp47, langs } from '@sweepline/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { startTexts } from '../../kit/format/texts.ts';
import { loadTexts } from '../languages/load.ts';
import { Start } from '../start.tsx';
import { browserStorage } from '../../kit/storage.ts';

export { openAddresses } from '../start.tsx';

/** The login page as on a first visit, in every language. The build puts it into `index.html`. */
export async function loginMarkup() {
  const pages = [];
  for (const lang of langs) {
    browserStorage.setItem('lang', lang);
    await startTexts((await loadTexts[lang]()).start);
    const markup = renderToString(
      <StrictMode>
        <Start />
      </StrictMode>,
    );
    pages.push({ lang, locale: bcp47[lang], markup });
  }
  return pages;
}
