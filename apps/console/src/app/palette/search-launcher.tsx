import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../kit/api/chunks.ts';
import { useGoKeys } from './go-keys.ts';
import { isTyping } from '../../kit/keys/is-typing.ts';
import { KeyLabels } from '../../kit/keys/key-labels.tsx';
import { keyList } from '../../kit/keys/page-keys.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import './search-launcher.css';

const Palette = lazy(() => lazyPart(() => import('./palette.tsx').then((m) => m.Palette)));
const KeysDialog = lazy(() => lazyPart(() => import('./keys-dialog.tsx').then((m) => m.KeysDialog)));

/** The search button of the top bar, and the keys that open search and the list of keys anywhere. */
export function SearchLauncher() {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  const keysOpen = keyList.useOpen();
  useGoKeys();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      if (withCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((old) => !old);
      } else if (event.key === '?' && !withCommand && !event.defaultPrevented && !isTyping(event.target)) {
        event.preventDefault();
        keyList.open();
      }
    };
    // Before the keys of the page: a map would take K for itself.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
  return (
    <>
      <button
        type="button"
        className="sl-search-button"
        title={t('search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
        <span>{t('search')}</span>
        <span aria-hidden="true">
          <KeyLabels keys="Mod K" />
        </span>
      </button>
      <Suspense>
        {open && <Palette onClose={() => setOpen(false)} />}
        {keysOpen && <KeysDialog onClose={keyList.close} />}
      </Suspense>
    </>
  );
}
