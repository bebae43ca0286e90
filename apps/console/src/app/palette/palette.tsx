import { maxSearchText, type DeviceHit } from '@sweepline/contract';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../kit/api/session.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { DailyActDialog } from '../../shared/acts/daily-act-dialog.tsx';
import type { AskedAct } from '../../shared/acts/use-daily-acts.ts';
import { Watermark } from '../shell/watermark.tsx';
import { PaletteHints } from './palette-hints.tsx';
import type { PaletteItem } from './palette-item.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { PaletteNotes } from './palette-notes.tsx';
import { rememberChoice } from './recent-choices.ts';
import { usePaletteItems } from './use-palette-items.ts';
import './palette.css';

/** The item that a key moves to. The list has no end: after the last item comes the first. */
function itemForKey(key: string, items: readonly PaletteItem[], at: number): PaletteItem | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

/** A modal `<dialog>`: it traps the focus, returns it, and a click beside it closes it. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}

interface Asked {
  act: AskedAct;
  device: DeviceHit;
}

/** Search over pages, records and actions. All of it works with the keyboard; the focus stays in the field. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  if (asked) return <DailyActDialog {...asked} onClose={onClose} />;
  return (
    <PaletteDialog
      text={text}
      onText={setText}
      onAsk={(act, device) => setAsked({ act, device })}
      onClose={onClose}
    />
  );
}

interface Props {
  text: string;
  onText: (text: string) => void;
  onAsk: (act: AskedAct, device: DeviceHit) => void;
  onClose: () => void;
}

function PaletteDialog({ text, onText, onAsk, onClose }: Props) {
  const { t } = useTranslation('palette');
  const listId = useId();
  const dialog = useModal();
  const navigate = useNavigate();
  const user = useSession();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { groups, error, waiting, retry } = usePaletteItems(text, onAsk);
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ key }) => key === activeKey) ?? items[0];
  const activeId = active && optionId(listId, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const choose = (item: PaletteItem, inNewTab: boolean) => {
    if (item.isBlocked) return;
    if (!item.transient) rememberChoice(user?.userId ?? '', item);
    if (item.to && inNewTab) return void window.open(item.to, '_blank', 'noopener');
    if (!item.staysOpen) onClose();
    if (item.to) void navigate(item.to);
    else item.run?.();
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of Chinese, Japanese and Korean characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      return choose(active, event.ctrlKey || event.metaKey);
    }
    const next = itemForKey(event.key, items, active ? items.indexOf(active) : -1);
    if (!next) return;
    event.preventDefault();
    setActiveKey(next.key);
  };

  return (
    <dialog ref={dialog} className="palette" aria-label={t('title')} onClose={onClose} closedby="any">
      <div className="palette-field" data-waiting={waiting || undefined}>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label={t('title')}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchText}
          value={text}
          onKeyDown={press}
          onChange={({ target }) => {
            onText(target.value);
            setActiveKey(null);
          }}
        />
        <Button look="quiet" icon="close" aria-label={t('close')} onClick={onClose} />
      </div>
      <div className="palette-body">
        <PaletteNotes text={text.trim()} groups={groups} waiting={waiting} error={error} onRetry={retry} />
        <PaletteList
          id={listId}
          text={text}
          groups={groups}
          active={active}
          onActive={({ key }) => setActiveKey(key)}
          onChoose={choose}
        />
      </div>
      <PaletteHints />
      {/* The dialog covers the one of the page. */}
      <Watermark name={user?.viewer?.username ?? user?.username ?? ''} />
    </dialog>
  );
}
