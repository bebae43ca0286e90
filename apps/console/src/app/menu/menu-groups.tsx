import { Icon } from '../../kit/ui/icon.tsx';
import { RouteEntry, type MenuPart } from './menu-entry.tsx';
import { useMenuFolds } from './menu-folds.ts';
import type { MenuGroup } from './menu.ts';
import { useGroupName } from '../shell/use-group-name.ts';
import { useUsedGroups } from './use-used-groups.ts';

/** The groups behind "More". */
export function MenuGroups({ groups, ...part }: MenuPart & { groups: MenuGroup[] }) {
  return useUsedGroups(groups).map((group) => <Group key={group.group} {...group} {...part} />);
}

/** A group of one entry has no heading. A folded group still shows the entry of the open page. */
function Group({ group, entries, ...part }: MenuGroup & MenuPart) {
  const groupName = useGroupName();
  const folds = useMenuFolds();
  const isFlat = part.narrow || entries.length === 1;
  const isOpen = isFlat || folds.isOpen(group);
  const visible = isOpen ? entries : entries.filter(({ path }) => path === part.active);
  return (
    <li className="sl-menu-group">
      {!isFlat && (
        <button
          type="button"
          className="sl-menu-head"
          aria-expanded={isOpen}
          onClick={() => folds.set(group, !isOpen)}
        >
          <span>{groupName(group)}</span>
          <Icon name="down" size={12} strokeWidth={2.2} />
        </button>
      )}
      <ul aria-label={groupName(group)}>
        {visible.map((route) => (
          <RouteEntry key={route.path} route={route} {...part} />
        ))}
      </ul>
    </li>
  );
}
