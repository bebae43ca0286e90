import { createStore } from '../../kit/store.ts';
import { groups } from '../routes/routes.tsx';
import type { GroupName } from '../routes/nav-texts.ts';
import { browserStorage } from '../../kit/storage.ts';

const key = 'menu.groups';

function stored(): Partial<Record<GroupName, boolean>> {
  try {
    return JSON.parse(browserStorage.getItem(key) ?? '{}') as Partial<Record<GroupName, boolean>>;
  } catch {
    return {};
  }
}

const folds = createStore(stored());

/** Whether each group of the menu is open. The browser keeps what the user folded. */
export function useMenuFolds() {
  const own = folds.use();
  return {
    /** A group that the user has not touched opens with the page in it. */
    isOpen: (group: GroupName, hasPage: boolean): boolean =>
      own[group] ?? (groups[group].isOpenAtFirst || hasPage),
    set: (group: GroupName, isOpen: boolean): void => {
      folds.set({ ...folds.get(), [group]: isOpen });
      browserStorage.setItem(key, JSON.stringify(folds.get()));
    },
  };
}
