import { workOrderPictureCalls, type WorkOrderPicture } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send, TransportError } from '../../../kit/api/api.ts';
import { randomUuid } from '../../../kit/api/random.ts';
import type { PictureStore } from './picture-store.ts';

interface Pictured {
  id: string;
  pictures: readonly WorkOrderPicture[];
}

/** The pictures of an order on the server. An upload that was cut off is repeated once under the same id. */
export function useOrderPictures({ id, pictures }: Pictured): PictureStore {
  const cache = useQueryClient();
  return useMemo(() => {
    const renew = () => cache.invalidateQueries({ queryKey: [workOrderPictureCalls.addPictures.family] });
    return {
      pictures,
      add: async ({ blob }, kind) => {
        const input = { id, kind, clientId: randomUuid() };
        const upload = () =>
          send(workOrderPictureCalls.addPictures, input, { files: { picture1: blob }, quiet: true });
        const stored = await upload().catch((error: unknown) => {
          if (error instanceof TransportError) return upload();
          throw error;
        });
        await renew();
        return stored.pictures[0]!.id;
      },
      remove: async (pictureId) => {
        await send(workOrderPictureCalls.removePicture, { id, pictureId }, { quiet: true });
        await renew();
      },
    };
  }, [cache, id, pictures]);
}
