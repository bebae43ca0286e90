import { videoSnapshotCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../../kit/api/api.ts';

/** A snapshot. Its call needs the session, which an `<img>` does not send. */
export function SnapshotPicture({ id, alt }: { id: string; alt: string }) {
  const { data } = useQuery({
    queryKey: [videoSnapshotCalls.picture.family, 'picture', id],
    queryFn: async ({ signal }) =>
      new Blob([await fetchBytes(videoSnapshotCalls.picture, { id }, signal)], { type: 'image/jpeg' }),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!data) return setUrl('');
    const objectUrl = URL.createObjectURL(data);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [data]);
  return <div className="sl-video-picture">{url && <img src={url} alt={alt} />}</div>;
}
