import { useSearchParams } from 'react-router';

/** One word of the address, for what a person wants to find again or to send to somebody: a tab, a view. */
export function useAddress(name: string, initial = ''): [value: string, set: (next: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === initial) changed.delete(name);
        else changed.set(name, next);
        return changed;
      },
      { replace: true },
    );
  return [params.get(name) ?? initial, set];
}
