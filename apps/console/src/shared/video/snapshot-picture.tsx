import { type attachedSnapshotCalls, videoSnapshotCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../../kit/api/api.ts';
import './video.css';

interface Props {
  id: string;
  alt: string;
  /** An attached snapshot has a call of its own. */
  call?: typeof videoSnapshotCalls.picture | typeof attachedSnapshotCalls.picture;
}

/** A snapshot. Its call needs the session, which an `<img>` does not send. */
export function SnapshotPicture({ id, alt, call = videoSnapshotCalls.picture }: Props) {
  const { data } = useQuery({
    queryKey: [call.family, 'picture', id],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(call, { id }, signal)], { type: 'image/jpeg' }),
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
