import { aiImageCalls } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchBytes } from '../../../kit/api/api.ts';
import { usePictureUrl } from '../../../kit/ui/use-stored-picture.ts';

/** Apart from the calls of images: an act on labels does not change the picture. */
const keyOf = (kind: 'picture' | 'thumbnail', id: string) => ['aiPictures', kind, id];

/** An object URL of the original. */
export const useOriginal = (id: string): string | undefined =>
  usePictureUrl(keyOf('picture', id), aiImageCalls.picture, { id });

/** Reads an original before it is shown. */
export function useOriginalAhead(): (id: string) => Promise<void> {
  const cache = useQueryClient();
  return useCallback(
    (id: string) =>
      cache.prefetchQuery({
        queryKey: keyOf('picture', id),
        queryFn: async ({ signal }) => new Blob([await fetchBytes(aiImageCalls.picture, { id }, signal)]),
        staleTime: Infinity,
      }),
    [cache],
  );
}

/** A small picture. Its call needs the session, which an `<img>` does not send. */
export function Thumbnail({ id, alt }: { id: string; alt: string }) {
  const url = usePictureUrl(keyOf('thumbnail', id), aiImageCalls.thumbnail, { id });
  return <span className="ai-thumb">{url && <img src={url} alt={alt} />}</span>;
}
