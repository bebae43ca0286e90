import { useEffect } from 'react';
import { createStore } from '../store.ts';

const pageName = createStore('');

/** Sets the name of the current record in the breadcrumb and the window's title. */
export function usePageName(name: string | undefined) {
  useEffect(() => {
    pageName.set(name ?? '');
    return () => pageName.set('');
  }, [name]);
}

/** The name set by the page, or an empty string. */
export const useCurrentPageName = pageName.use;
