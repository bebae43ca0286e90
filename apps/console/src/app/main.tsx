import '/@theme/tokens.css';
import '../kit/ui/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentLang } from '../kit/format/lang.ts';
import { reportUncaught } from '../kit/api/report-error.ts';
import { session } from '../kit/api/session.ts';
import { productName } from '../kit/format/product-name.ts';
import { startTexts } from '../kit/format/texts.ts';
import { loadChunk } from '../kit/api/chunks.ts';
import { loadTexts } from './languages/load.ts';
import { Start } from './start.tsx';

reportUncaught();
const { start, pages } = await loadChunk(loadTexts[currentLang()]);
await startTexts(start, pages);
document.title = productName();
const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('index.html has no #root');
const page = (
  <StrictMode>
    <Start />
  </StrictMode>
);
// The pre-rendered login page is valid for a signed-out visitor in the language that `public/early.js` chose.
if (root.dataset.login === currentLang() && !session.user()) hydrateRoot(root, page);
else {
  root.replaceChildren();
  createRoot(root).render(page);
}
