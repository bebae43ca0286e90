import { aiImageCalls } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { inputFromAddress } from '../../../../kit/list/address-input.ts';
import { useOriginalAhead } from '../ai-picture.tsx';

const ahead = 3;
const listed = 99;

/** The images before and after this one in the list that the reader came from. The next ones are read ahead. */
export function useNeighbours(id: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const readOriginal = useOriginalAhead();
  const filters = new URLSearchParams(params);
  filters.delete('id');
  const { page: _page, pageSize: _pageSize, ...input } = inputFromAddress(aiImageCalls.list, filters);
  // A label changes the order of a filtered list, so the list of the first image stays.
  const { data } = useQuery({
    ...callQuery(aiImageCalls.list, { ...input, pageSize: listed }),
    staleTime: Infinity,
    refetchOnMount: false,
  });
  const ids = (data?.list ?? []).map((image) => image.id);
  const at = ids.indexOf(id);
  const coming = at < 0 ? '' : ids.slice(at + 1, at + 1 + ahead).join();
  useEffect(() => {
    for (const next of coming.split(',').filter((it) => it !== '')) {
      void cache.prefetchQuery(callQuery(aiImageCalls.detail, { id: next }));
      void readOriginal(next);
    }
  }, [coming, cache, readOriginal]);
  const goTo = (next: string | undefined): boolean => {
    if (next === undefined) return false;
    setParams(
      (old) => {
        const changed = new URLSearchParams(old);
        changed.set('id', next);
        return changed;
      },
      { replace: true },
    );
    return true;
  };
  return {
    place: at < 0 ? null : { at: at + 1, of: ids.length },
    hasNext: at >= 0 && at + 1 < ids.length,
    hasPrevious: at > 0,
    next: () => goTo(ids[at + 1]),
    previous: () => goTo(at > 0 ? ids[at - 1] : undefined),
    back: (path: string) => void navigate(`${path}?${filters}`),
  };
}
export type Neighbours = ReturnType<typeof useNeighbours>;
