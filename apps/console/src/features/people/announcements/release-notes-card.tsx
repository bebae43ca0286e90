import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useHoverOrFocus } from '../../../kit/ui/use-hover-or-focus.ts';
import { browserStorage } from '../../../kit/storage.ts';

const key = 'releaseNotesShown';
const staysMs = 8_000;

interface Props {
  id: string;
  onRead: () => void;
}

/** Announces new release notes once per browser, then hides. The mark in the user menu stays until they are read. */
export function ReleaseNotesCard({ id, onRead }: Props) {
  const { t } = useTranslation('people/announcements');
  const [visible, setVisible] = useState(() => browserStorage.getItem(key) !== id);
  const [attach, isActive] = useHoverOrFocus();
  useEffect(() => void browserStorage.setItem(key, id), [id]);
  useEffect(() => {
    if (!visible || isActive) return;
    const timer = setTimeout(() => setVisible(false), staysMs);
    return () => clearTimeout(timer);
  }, [visible, isActive]);
  if (!visible) return null;
  return createPortal(
    <div className="release-notes-card" role="status" ref={attach}>
      {t('fresh')}
      <Button look="main" onClick={onRead}>
        {t('read')}
      </Button>
      <Button look="quiet" icon="close" aria-label={t('close')} onClick={() => setVisible(false)} />
    </div>,
    document.body,
  );
}
