import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { SearchBar } from './search-bar.tsx';
import type { TerminalScreen } from './terminal-screen.ts';

interface Props {
  screen: TerminalScreen | null;
  /** The terminal covers the page. */
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  isReaderMode: boolean;
  onReaderMode: (isOn: boolean) => void;
  /** Opens the dialog of a text to send; left out for observers. */
  onPaste?: () => void;
  children: ReactNode;
}

/** What can be done with a terminal: search, copy, paste, screen reader, covering the page. */
export function TerminalBar(props: Props) {
  const { screen, isLarge, onLarge, isReaderMode, onReaderMode, onPaste, children } = props;
  const { t } = useTranslation('remote-shell');
  const [searches, setSearches] = useState(false);
  return (
    <header>
      <Button
        look="quiet"
        icon="search"
        aria-pressed={searches}
        aria-label={t('terminal.search')}
        onClick={() => setSearches(!searches)}
      />
      {searches && screen && (
        <SearchBar
          screen={screen}
          onClose={() => {
            setSearches(false);
            screen.focus();
          }}
        />
      )}
      <span className="sh-space" />
      {children}
      {screen && <CopyButton text={() => Promise.resolve(screen.text())} what={t('terminal.output')} />}
      {onPaste && <Button look="quiet" icon="edit" aria-label={t('terminal.paste')} onClick={onPaste} />}
      <Button
        look="quiet"
        icon="seen"
        aria-pressed={isReaderMode}
        aria-label={t('terminal.reader')}
        onClick={() => onReaderMode(!isReaderMode)}
      />
      <Button
        look="quiet"
        icon={isLarge ? 'shrink' : 'expand'}
        aria-label={t(isLarge ? 'terminal.smaller' : 'terminal.larger')}
        onClick={() => onLarge(!isLarge)}
      />
    </header>
  );
}
