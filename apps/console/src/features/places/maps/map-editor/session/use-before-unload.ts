import { useEffect } from 'react';

/** The browser asks for confirmation before it closes a tab with unsaved changes. */
export function useBeforeUnload(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
