import { useEffect } from 'react';

/** Makes the page dark while a large screen is shown, whatever the reader chose. */
export function useDarkPage(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    dataset['theme'] = 'dark';
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, []);
}
