import '/@theme/tokens.css';
import '../kit/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentLang } from '../kit/lang.ts';
import { startTexts } from '../kit/texts.ts';
import { loadChunk } from './chunks.ts';
import { loadLanguage } from './languages/load.ts';
import { Start } from './start.tsx';

const language = await loadChunk(loadLanguage[currentLang()]);
await startTexts(language.phrases);
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Start locale={language.antd} />
  </StrictMode>,
);
