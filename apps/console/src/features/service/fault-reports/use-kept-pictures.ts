import { maxFaultPictures } from '@sweepline/contract';
import { useEffect, useRef, useState } from 'react';
import type { PictureStore } from '../../../shared/work-orders/order-work/picture-store.ts';

interface Kept {
  id: string;
  kind: 'FAULT';
  blob: Blob;
  url: string;
}

/** The pictures of a report until it is sent. */
export function useKeptPictures(): PictureStore & { blobs: Blob[] } {
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const urls = useRef<string[]>([]);
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), []);
  return {
    pictures: kept,
    blobs: kept.map(({ blob }) => blob),
    add: ({ blob }) => {
      const url = URL.createObjectURL(blob);
      urls.current.push(url);
      setKept((before) =>
        [...before, { id: url, kind: 'FAULT' as const, blob, url }].slice(0, maxFaultPictures),
      );
      return Promise.resolve(url);
    },
  };
}
