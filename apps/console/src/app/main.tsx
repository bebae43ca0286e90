import '/@theme/tokens.css';
import '../kit/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentLang } from '../kit/lang.ts';
import { reportUncaught } from '../kit/report-error.ts';
import { startTexts } from '../kit/texts.ts';
import { loadChunk } from '../kit/chunks.ts';
import { loadPhrases } from './languages/load.ts';
import { Start } from './start.tsx';

reportUncaught();
await startTexts(await loadChunk(loadPhrases[currentLang()]));
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);
