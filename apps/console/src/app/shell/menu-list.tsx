import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../kit/ui/icon.tsx';
import { MenuLink } from './menu-link.tsx';
import { activePath, menuGroups, topEntries, type MenuGroup } from './menu.ts';
import { useGroupName } from './use-group-name.ts';
import { useMenuFolds } from './menu-folds.ts';

/** The menu in the sidebar and in the drawer. In the narrow form groups have no names, because they do not fit. */
export function MenuList({ narrow = false }: { narrow?: boolean }) {
  const active = activePath(useLocation().pathname);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The entry of the page may be below the fold, as after a link from another page.
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, narrow]);
  return (
    <ul className="sl-menu" ref={list}>
      {topEntries().map((route) => (
        <MenuLink key={route.path} route={route} active={active} />
      ))}
      {menuGroups().map((entry) => (
        <Group key={entry.group} {...entry} active={active} narrow={narrow} />
      ))}
    </ul>
  );
}

type GroupProps = MenuGroup & { active: string | undefined; narrow: boolean };

/** A group of one entry has no heading. A folded group still shows the entry of the open page. */
function Group({ group, entries, active, narrow }: GroupProps) {
  const groupName = useGroupName();
  const folds = useMenuFolds();
  const flat = narrow || entries.length === 1;
  const hasPage = entries.some(({ path }) => path === active);
  const isOpen = flat || folds.isOpen(group, hasPage);
  const visible = isOpen ? entries : entries.filter(({ path }) => path === active);
  return (
    <li className="sl-menu-group">
      {!flat && (
        <button
          type="button"
          className="sl-menu-head"
          aria-expanded={isOpen}
          onClick={() => folds.set(group, !isOpen)}
        >
          {groupName(group)}
          <Icon name="down" size={12} strokeWidth={2.2} />
        </button>
      )}
      <ul aria-label={groupName(group)}>
        {visible.map((route) => (
          <MenuLink key={route.path} route={route} active={active} />
        ))}
      </ul>
    </li>
  );
}
