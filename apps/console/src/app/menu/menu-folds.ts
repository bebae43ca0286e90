import { browserStorage } from '../../kit/storage.ts';
import { createStore } from '../../kit/store.ts';
import type { GroupName } from '../routes/nav-texts.ts';

/** A group, or all of them behind "More". */
type Fold = GroupName | 'more';
const key = 'menu.groups';

function stored(): Partial<Record<Fold, boolean>> {
  try {
    return JSON.parse(browserStorage.getItem(key) ?? '{}') as Partial<Record<Fold, boolean>>;
  } catch {
    return {};
  }
}

const folds = createStore(stored());

/** Whether each part of the menu is open. The browser keeps what the user folded; "More" begins closed, its groups open. */
export function useMenuFolds() {
  const own = folds.use();
  return {
    isOpen: (fold: Fold): boolean => own[fold] ?? fold !== 'more',
    set: (fold: Fold, isOpen: boolean): void => {
      folds.set({ ...folds.get(), [fold]: isOpen });
      browserStorage.setItem(key, JSON.stringify(folds.get()));
    },
  };
}
