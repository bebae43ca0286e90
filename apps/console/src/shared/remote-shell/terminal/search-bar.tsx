import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { FoundPlaces, TerminalScreen } from './terminal-screen.ts';

interface Props {
  screen: TerminalScreen;
  onClose: () => void;
}

/** Finds a text in the terminal. Enter goes to the next place, Shift and Enter to the one before. */
export function SearchBar({ screen, onClose }: Props) {
  const { t } = useTranslation('remote-shell');
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundPlaces | null>(null);
  useEffect(() => {
    const listener = screen.onFound(setFound);
    return () => {
      listener.dispose();
      screen.find('', 'next');
    };
  }, [screen]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') screen.find(text, event.shiftKey ? 'previous' : 'next');
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className="sh-search" role="search">
      <input
        type="search"
        className="sl-input"
        autoFocus
        aria-label={t('terminal.searchText')}
        placeholder={t('terminal.searchText')}
        value={text}
        onKeyDown={press}
        onChange={({ target }) => {
          setText(target.value);
          screen.find(target.value, 'previous');
          if (target.value === '') setFound(null);
        }}
      />
      <small role="status">
        {text &&
          found &&
          t('terminal.found', { index: formatNumber(found.index + 1), count: formatNumber(found.count) })}
      </small>
      <Button
        look="quiet"
        icon="up"
        aria-label={t('terminal.previous')}
        onClick={() => screen.find(text, 'previous')}
      />
      <Button
        look="quiet"
        icon="down"
        aria-label={t('terminal.next')}
        onClick={() => screen.find(text, 'next')}
      />
      <Button look="quiet" icon="close" aria-label={t('terminal.endSearch')} onClick={onClose} />
    </div>
  );
}
