import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { usePageKeys } from './page-keys.ts';

/** What one key does on a page. */
export interface KeyAct {
  text: string;
  /** As the browser names it. */
  key: string;
  /** How the list of keys shows it, if not as a capital letter. */
  shown?: string;
  /** Returns false if the act had no object, so that the key keeps its usual effect. */
  run: () => boolean | void;
}

/** A key that the browser itself acts on: the list of keys only shows it. */
interface BrowserKey {
  text: string;
  shown: string;
  key?: never;
}

/** In these fields a letter types nothing: a chosen row keeps the focus in its box. */
const isBox = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);

/** Whether a key belongs to the page: not to a field, a dialog, an input method or the browser. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  (!isTyping(event.target) || isBox(event.target)) &&
  !document.querySelector('[role=dialog]');

/** Declares acts with one key each while their part is on the page, and runs them. The list of keys shows them. */
export function useKeyActs(title: string, acts: readonly (KeyAct | BrowserKey)[]) {
  usePageKeys(
    title,
    acts.map((act) => ({
      text: act.text,
      keys: act.key === undefined ? act.shown : (act.shown ?? act.key.toUpperCase()),
    })),
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const act = acts.find(({ key }) => key === event.key);
      if (act?.key !== undefined && act.run() !== false) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
