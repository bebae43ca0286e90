import { fileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../api/api.ts';

/** An object URL of a stored image, for images inside an SVG or canvas; undefined while it loads. */
export function useStoredPicture(hash: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['stored-image', hash],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(fileCalls.read, { hash }, signal)]),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(data);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [data]);
  return url;
}
