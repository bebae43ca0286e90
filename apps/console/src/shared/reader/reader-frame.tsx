import { langs } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLang, currentLang, langNames } from '../../kit/format/lang.ts';
import { Logo } from '../../kit/ui/logo.tsx';
import { Segments } from '../../kit/ui/segments.tsx';
import { ToConsole } from './to-console.tsx';
import './reader-frame.css';

interface Props {
  title: string;
  /** The address of the title. */
  home: string;
  /** Replaces the way to the console. */
  action?: ReactNode;
  children: ReactNode;
}

/**
 * A page for reading, without the shell of the console. It needs no account, and uses no heavy parts of the kit. Its links are plain
 * addresses.
 */
export function ReaderFrame({ title, home, action, children }: Props) {
  const { t } = useTranslation('reader');
  return (
    <div className="reader">
      <header>
        <a href={home}>
          <Logo />
          <strong>{title}</strong>
        </a>
        {action ?? <ToConsole />}
      </header>
      <main>{children}</main>
      <footer>
        <Segments
          label={t('languages')}
          value={currentLang()}
          options={langs.map((lang) => ({ value: lang, text: langNames[lang] }))}
          onChange={chooseLang}
        />
      </footer>
    </div>
  );
}
