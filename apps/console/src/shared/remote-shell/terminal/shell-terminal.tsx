import type { ShellSession } from '@sweepline/contract';
import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import { EndButton } from '../end-button.tsx';
import { TimeLeft } from '../time-left.tsx';
import { KeyRow } from './key-row.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { hasLines } from './paste-text.ts';
import { TerminalBar } from './terminal-bar.tsx';
import { useInput } from './use-input.ts';
import { useOutput } from './use-output.ts';
import { useReaderMode } from './use-reader-mode.ts';
import { useScreen } from './use-screen.ts';

interface Props {
  session: ShellSession;
  isMine: boolean;
  /** False after the end: the output stays to be read. */
  isLive: boolean;
  serverAheadMs: number;
}

/** The terminal of a shell: with input for the person who opened it, without for observers. */
export function ShellTerminal({ session, isMine, isLive, serverAheadMs }: Props) {
  const { t } = useTranslation('remote-shell');
  const frame = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  const [isReaderMode, setReaderMode] = useReaderMode();
  const [isLarge, setLarge] = useState(false);
  const mayType = isMine && session.state === 'RUNNING';
  const screen = useScreen(place, { readOnly: !isMine });
  const isCatchingUp = useOutput(session.id, screen, isLive);
  useInput(session.id, screen, mayType, isCatchingUp);
  useEffect(
    () => screen?.set({ disableStdin: !mayType, screenReaderMode: isReaderMode }),
    [screen, mayType, isReaderMode],
  );
  useEffect(() => {
    screen?.onLeave(() => frame.current?.querySelector<HTMLElement>('header button')?.focus());
    if (isMine) screen?.focus();
  }, [screen, isMine]);
  usePageKeys(t('terminal.keysTitle'), isMine ? [{ text: t('terminal.leave'), keys: 'F6' }] : []);

  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    // The terminal itself would send it at once.
    event.preventDefault();
    event.stopPropagation();
    if (!mayType || text === '') return;
    if (hasLines(text)) setPasted(text);
    else screen?.paste(text);
  };
  return (
    <section
      className="sh-terminal"
      data-large={isLarge || undefined}
      aria-label={t('terminal.title')}
      ref={frame}
    >
      <TerminalBar
        screen={screen}
        isLarge={isLarge}
        onLarge={setLarge}
        isReaderMode={isReaderMode}
        onReaderMode={setReaderMode}
        {...(mayType && { onPaste: () => setPasted('') })}
      >
        {isLarge && isLive && (
          <>
            {session.endsAt && <TimeLeft endsAt={session.endsAt} serverAheadMs={serverAheadMs} />}
            {session.may.end && <EndButton session={session} isMine={isMine} />}
          </>
        )}
      </TerminalBar>
      <div className="sh-screen" ref={place} onPasteCapture={paste} />
      {mayType && <KeyRow onKeys={(keys) => screen?.press(keys)} />}
      <footer>
        <small>{t(mayType ? 'terminal.hint' : isLive ? 'terminal.observing' : 'terminal.over')}</small>
      </footer>
      {pasted !== null && (
        <PasteDialog
          text={pasted}
          onSend={(text) => {
            setPasted(null);
            screen?.paste(text);
          }}
          onClose={() => setPasted(null)}
        />
      )}
    </section>
  );
}
