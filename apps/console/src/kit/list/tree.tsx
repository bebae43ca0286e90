import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { itemForKey, treeItems, TypeAhead } from './tree-keys.ts';

interface Focus {
  /** The item that Tab reaches. */
  current: string;
  focus: (id: string) => void;
  /** Chooses another current item when the present one is not shown. */
  check: () => void;
}

const FocusContext = createContext<Focus>({ current: '', focus: () => {}, check: () => {} });

interface TreeProps {
  label: string;
  className?: string;
  /** `TreeItem`s, and a `role="group"` for the items below one. Branches may load later. */
  children: ReactNode;
}

/** A tree with one Tab stop. Arrow keys, Home, End and the first letters of a label move in it. */
export function Tree({ label, className, children }: TreeProps) {
  const root = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(() => new TypeAhead());
  const [current, focus] = useState('');
  const checking = useRef(false);
  const check = useCallback(() => {
    if (checking.current) return;
    checking.current = true;
    // Once for all items that come or go together.
    queueMicrotask(() => {
      checking.current = false;
      const ids = treeItems(root.current).map(({ dataset }) => dataset.item ?? '');
      focus((old) => (ids.includes(old) ? old : (ids[0] ?? '')));
    });
  }, []);
  const context = useMemo(() => ({ current, focus, check }), [current, check]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    const items = treeItems(currentTarget);
    const at = items.findIndex((item) => item === target);
    // Menus, links and fields within an item handle their own keys.
    if (at === -1 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const types = key.length === 1 && key !== ' ';
    const found = types ? typeAhead.find(key, items, at) : itemForKey(key, items, at);
    if (!found && !key.startsWith('Arrow')) return;
    // Arrow keys never scroll the page, not even at the end of the tree.
    event.preventDefault();
    found?.focus();
  };
  return (
    <FocusContext value={context}>
      <div ref={root} role="tree" tabIndex={-1} aria-label={label} className={className} onKeyDown={move}>
        {children}
      </div>
    </FocusContext>
  );
}

interface ItemProps extends Omit<HTMLAttributes<HTMLDivElement>, 'id'> {
  id: string;
  level: number;
  label: string;
  /** Missing for an item that cannot be opened or closed. */
  open?: boolean | undefined;
  onToggle?: () => void;
  /** Missing for an item without a check box. */
  checked?: boolean | 'mixed';
  onCheck?: () => void;
  selected?: boolean;
  disabled?: boolean;
}

/** One row of a tree. Left and right close and open it, Space checks it, Enter follows its first link. */
export function TreeItem(props: ItemProps) {
  const { id, level, label, open, onToggle, checked, onCheck, selected = false, disabled, ...rest } = props;
  const { current, focus, check } = use(FocusContext);
  useEffect(() => {
    check();
    return check;
  }, [check]);
  const act = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const { key } = event;
    if ((key === 'ArrowRight' && open === false) || (key === 'ArrowLeft' && open)) onToggle?.();
    else if (key === ' ' && onCheck) {
      if (!disabled) onCheck();
    } else if (key === 'Enter') event.currentTarget.querySelector('a')?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div
      {...rest}
      role="treeitem"
      data-item={id}
      tabIndex={current === id ? 0 : -1}
      aria-level={level}
      aria-label={label}
      aria-selected={selected}
      aria-expanded={open}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      onFocus={() => focus(id)}
      onKeyDown={act}
    />
  );
}
