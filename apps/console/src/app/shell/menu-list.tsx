import { useLocation } from 'react-router';
import { Icon } from '../../kit/ui/icon.tsx';
import { MenuLink } from './menu-link.tsx';
import { activePath, menuEntries, opensAtFirst } from './menu.ts';
import { useGroupName } from './use-group-name.ts';

/** The menu in the sidebar and in the drawer. In the narrow form groups are flat, because their names do not fit. */
export function MenuList({ narrow = false }: { narrow?: boolean }) {
  const groupName = useGroupName();
  const active = activePath(useLocation().pathname);
  return (
    <ul className="sl-menu">
      {menuEntries().map((entry) => {
        if ('route' in entry) return <MenuLink key={entry.route.path} route={entry.route} active={active} />;
        const links = entry.entries.map((route) => (
          <MenuLink key={route.path} route={route} active={active} />
        ));
        if (narrow) return links;
        return (
          <li key={entry.group}>
            <details open={opensAtFirst(entry.group) || entry.entries.some(({ path }) => path === active)}>
              <summary>
                {groupName(entry.group)}
                <Icon name="down" size={12} strokeWidth={2.2} />
              </summary>
              <ul>{links}</ul>
            </details>
          </li>
        );
      })}
    </ul>
  );
}
