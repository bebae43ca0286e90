import type { KeyboardEvent } from 'react';

const lines = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
const level = (line: Element) => Number(line.getAttribute('aria-level'));

/** The node that a key moves to, by the ARIA tree pattern. */
function lineFor(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  const line = all[at];
  if (!line) return undefined;
  if (key === 'ArrowDown') return all[at + 1];
  if (key === 'ArrowUp') return all[at - 1];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  const open = line.getAttribute('aria-expanded') === 'true';
  if (key === 'ArrowRight') return open ? all[at + 1] : undefined;
  return all.slice(0, at).findLast((one) => level(one) < level(line));
}

const keys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter']);

/** Up and down between lines, right and left into and out of branches, Enter to the company's page. */
export function moveInTree(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event;
  // Menus and dialogs inside a node handle their own keys.
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'treeitem' || !keys.has(key))
    return;
  event.preventDefault();
  const expanded = target.getAttribute('aria-expanded');
  const toggles =
    (key === 'ArrowRight' && expanded === 'false') || (key === 'ArrowLeft' && expanded === 'true');
  if (toggles) return target.querySelector<HTMLElement>('[data-toggle]')?.click();
  if (key === 'Enter') return target.querySelector<HTMLElement>('a')?.click();
  const all = lines(currentTarget);
  lineFor(key, all, all.indexOf(target))?.focus();
}
