import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMode } from '../../../kit/ui/use-theme.ts';
import { TerminalScreen, type ScreenOptions } from './terminal-screen.ts';

/** A terminal in an element while the component is mounted; null before. It follows the theme of the console. */
export function useScreen(
  place: RefObject<HTMLElement | null>,
  options: Pick<ScreenOptions, 'readOnly' | 'size' | 'fontSize'>,
): TerminalScreen | null {
  const { t } = useTranslation('remote-shell');
  const mode = useMode();
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  // What changes later is set on the terminal; a new one would be empty.
  const first = useRef({ ...options, mode, label: t('terminal.label'), tooMuch: t('terminal.tooMuch') });
  useEffect(() => {
    if (!place.current) return;
    const created = new TerminalScreen(place.current, first.current);
    setScreen(created);
    return () => {
      created.dispose();
      setScreen(null);
    };
  }, [place]);
  useEffect(() => screen?.setMode(mode), [screen, mode]);
  return screen;
}
