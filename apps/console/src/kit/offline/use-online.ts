import { createSource } from '../store.ts';

/** Whether the browser has a network. A network that leads nowhere counts as one. */
export const useOnline = createSource(
  () => navigator.onLine,
  (changed) => {
    addEventListener('online', changed);
    addEventListener('offline', changed);
    return () => {
      removeEventListener('online', changed);
      removeEventListener('offline', changed);
    };
  },
).use;
