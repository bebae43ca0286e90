import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Brand } from '../shell/brand.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { MenuList } from './menu-list.tsx';
import { ThemeMenu } from '../shell/theme-menu.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The menu on narrow windows. It is a modal `<dialog>`: it traps the focus, and Escape or a click beside it closes it. */
export function MenuDrawer({ open, onClose }: Props) {
  const { t } = useTranslation('app');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="sl-drawer" aria-label={t('menu')} onClose={onClose} closedby="any">
      <div>
        <div className="sl-drawer-head">
          <Brand />
          <LanguageMenu />
          <ThemeMenu />
          <Button look="quiet" icon="close" aria-label={t('closeMenu')} onClick={onClose} />
        </div>
        {open && <MenuList />}
      </div>
    </dialog>
  );
}
