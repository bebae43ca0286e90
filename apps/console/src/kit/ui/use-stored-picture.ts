import { fileCalls, type Call, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../api/api.ts';

/** An object URL of the picture that a call answers; undefined while it loads and if it cannot be loaded. */
export function usePictureUrl<C extends Call>(
  queryKey: readonly string[],
  call: C,
  input: Sent<C>,
): string | undefined {
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => new Blob([await fetchBytes(call, input, signal)]),
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

/** An object URL of a stored image, for images inside an SVG or canvas. */
export const useStoredPicture = (hash: string): string | undefined =>
  usePictureUrl(['stored-image', hash], fileCalls.read, { hash });
