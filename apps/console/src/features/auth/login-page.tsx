import { langs, type Lang } from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLang, currentLang, langNames } from '../../kit/format/lang.ts';
import { Logo } from '../../kit/ui/logo.tsx';
import { FloorArt } from './floor-art.tsx';
import { LoginForm } from './login-form.tsx';
import './login-page.css';

const artAfterMs = 250;

/** Uses no heavy parts of the kit, so that the first page paints at once. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const [art, setArt] = useState(false);
  // The form comes first: the drawing is the costly part of this page, and the form does not wait for it.
  useEffect(() => {
    const later = setTimeout(() => setArt(true), artAfterMs);
    return () => clearTimeout(later);
  }, []);
  return (
    <div className="sl-login">
      <aside className="sl-login-art">
        {art && <FloorArt />}
        <p>{t('promise')}</p>
      </aside>
      <main className="sl-login-room">
        <header>
          <Logo />
          <select
            className="sl-input"
            aria-label={t('language')}
            value={currentLang()}
            onChange={(event) => chooseLang(event.target.value as Lang)}
          >
            {langs.map((lang) => (
              <option key={lang} value={lang}>
                {langNames[lang]}
              </option>
            ))}
          </select>
        </header>
        <div className="sl-login-card">
          <LoginForm />
        </div>
        <footer>{t('help')}</footer>
      </main>
    </div>
  );
}
