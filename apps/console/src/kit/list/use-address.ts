import { useSearchParams } from 'react-router';

/** One field of the address's query, for state that can be bookmarked or shared, such as a tab or a view. */
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
