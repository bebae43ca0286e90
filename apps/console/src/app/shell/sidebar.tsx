import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Brand } from './brand.tsx';
import { MenuList } from '../menu/menu-list.tsx';
import { browserStorage } from '../../kit/storage.ts';

const key = 'menu';

/** The menu at the left. Collapsed, it shows only icons. On narrow windows the drawer replaces it. */
export function Sidebar() {
  const { t } = useTranslation('app');
  const [narrow, setNarrow] = useState(browserStorage.getItem(key) === 'narrow');
  const toggle = () => {
    browserStorage.setItem(key, narrow ? 'wide' : 'narrow');
    setNarrow(!narrow);
  };
  return (
    <nav className={narrow ? 'sl-sidebar sl-sidebar-narrow' : 'sl-sidebar'} aria-label={t('menu')}>
      <Brand small={narrow} />
      <MenuList narrow={narrow} />
      <Button
        look="quiet"
        icon="sidebar"
        className="sl-sidebar-toggle"
        aria-label={t(narrow ? 'widenMenu' : 'narrowMenu')}
        aria-expanded={!narrow}
        onClick={toggle}
      />
    </nav>
  );
}
