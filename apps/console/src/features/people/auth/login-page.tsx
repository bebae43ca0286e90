import { langs, pages } from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLang, currentLang, langNames } from '../../../kit/format/lang.ts';
import { Logo } from '../../../kit/ui/logo.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { FloorArt } from './floor-art.tsx';
import { LoginForm } from './login-form.tsx';
import './login-page.css';

const artAfterMs = 250;

/** Uses no heavy parts of the kit, so that the first page paints at once. */
export function LoginPage() {
  const { t } = useTranslation('people/auth');
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
        </header>
        <div className="sl-login-card">
          <LoginForm />
        </div>
        <footer>
          <Segments
            label={t('language')}
            value={currentLang()}
            options={langs.map((lang) => ({ value: lang, text: langNames[lang] }))}
            onChange={chooseLang}
          />
          <p>{t('help')}</p>
          <p className="sl-login-texts">
            <a href={pages.agreementTexts({ kind: 'TERMS' })}>{t('terms')}</a>
            <a href={pages.agreementTexts({ kind: 'PRIVACY' })}>{t('privacy')}</a>
          </p>
        </footer>
      </main>
    </div>
  );
}
