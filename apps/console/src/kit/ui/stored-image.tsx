import { fileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchBytes } from '../api/api.ts';

interface Props {
  /** As the server gives it: `file/<id>`. */
  address: string;
  alt: string;
  className?: string;
  /** While it is on its way, and when it cannot be had. */
  children?: ReactNode;
}

/** A stored picture behind the fence. An `<img>` cannot say who asks, so it is fetched like any other call. */
export function StoredImage({ address, alt, className, children = null }: Props) {
  const hash = address.slice(address.lastIndexOf('/') + 1);
  const { data } = useQuery({
    queryKey: ['stored-image', hash],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(fileCalls.read, { hash }, signal)]),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const [url, setUrl] = useState('');
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    setBroken(false);
    if (!data) return setUrl('');
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (!url || broken) return children;
  return <img src={url} alt={alt} className={className} onError={() => setBroken(true)} />;
}
