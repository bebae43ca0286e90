import { fileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../api/api.ts';

/** A stored picture as an address that an image inside a drawing can show; nothing while it is on its way. */
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
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}
