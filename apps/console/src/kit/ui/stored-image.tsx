import { fileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchBytes } from '../api/api.ts';

interface Props {
  /** The address from the server: `file/<id>`. */
  address: string;
  alt: string;
  className?: string;
  /** Shown while the image loads and when it cannot be loaded. */
  children?: ReactNode;
}

/** A stored image that needs authorization. An `<img>` sends no session token, so a call fetches the bytes. */
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
    const objectUrl = URL.createObjectURL(data);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [data]);
  if (!url || broken) return children;
  return <img src={url} alt={alt} className={className} onError={() => setBroken(true)} />;
}
