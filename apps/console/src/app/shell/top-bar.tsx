import { useTranslation } from 'react-i18next';
import { NoticeBell } from '../../features/people/notices/notice-bell.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { SearchLauncher } from '../palette/search-launcher.tsx';
import { BoardLink } from './board-link.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('app');
  return (
    <header className="sl-top">
      <Button look="quiet" icon="menu" className="sl-top-menu" aria-label={t('menu')} onClick={onMenu} />
      <Breadcrumb />
      <div className="sl-top-tools">
        <div className="sl-top-wide">
          <BoardLink />
        </div>
        <SearchLauncher />
        <NoticeBell />
        {/* On narrow windows the menu has these, so that the title has room. */}
        <div className="sl-top-wide">
          <LanguageMenu />
          <ThemeMenu />
          <FullScreenButton />
        </div>
        <UserMenu />
      </div>
    </header>
  );
}
