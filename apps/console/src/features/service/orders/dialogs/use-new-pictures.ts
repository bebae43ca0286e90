import { videoSnapshotCalls, workOrderPictureCalls } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, fetchBytes, send, TransportError } from '../../../../kit/api/api.ts';
import { randomUuid } from '../../../../kit/api/random.ts';
import { toast } from '../../../../kit/ui/toasts.ts';
import type { PictureStore, ShownPicture } from '../../../../shared/work-orders/order-work/picture-store.ts';

type New = ShownPicture & { url: string; blob: Blob };

/** The pictures of an order that does not exist yet, in the memory of the page. The first one may be a snapshot of a camera. */
export function useNewPictures(snapshotId?: string) {
  const { t } = useTranslation('service/orders');
  const cache = useQueryClient();
  const [pictures, setPictures] = useState<readonly New[]>([]);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const made = urls.current;
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, []);
  const add = useCallback((blob: Blob, kind: New['kind']) => {
    const picture = { id: randomUuid(), kind, url: URL.createObjectURL(blob), blob };
    urls.current.add(picture.url);
    setPictures((before) => [...before, picture]);
    return picture.id;
  }, []);
  useEffect(() => {
    if (!snapshotId) return;
    const cancelled = new AbortController();
    fetchBytes(videoSnapshotCalls.picture, { id: snapshotId }, cancelled.signal)
      .then((bytes) => add(new Blob([bytes], { type: 'image/jpeg' }), 'FAULT'))
      .catch((error: unknown) => {
        if (cancelled.signal.aborted) return;
        toast({ tone: 'failed', text: error instanceof Error ? error.message : String(error) });
      });
    return () => cancelled.abort();
  }, [snapshotId, add]);
  const store: PictureStore = {
    pictures,
    add: ({ blob }, kind) => Promise.resolve(add(blob, kind)),
    remove: (id) => {
      setPictures((before) => before.filter((picture) => picture.id !== id));
      return Promise.resolve();
    },
  };
  /** Sends the pictures to the new order. The order stays without them if that fails, and its page takes them again. */
  const sendTo = async (id: string) => {
    if (pictures.length === 0) return;
    const input = { id, kind: 'FAULT' as const, clientId: randomUuid() };
    const files = Object.fromEntries(pictures.map(({ blob }, place) => [`picture${place + 1}`, blob]));
    const upload = () => send(workOrderPictureCalls.addPictures, input, { files, quiet: true });
    try {
      await upload().catch((error: unknown) => {
        if (error instanceof TransportError) return upload();
        throw error;
      });
    } catch (error) {
      const reason = error instanceof CallError ? (Object.values(error.fields)[0] ?? error.message) : '';
      toast({ tone: 'failed', text: t('picturesNotSent', { reason }) });
    }
    await cache.invalidateQueries({ queryKey: [workOrderPictureCalls.addPictures.family] });
  };
  return { store, sendTo };
}
