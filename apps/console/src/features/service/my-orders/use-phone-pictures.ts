import {
  workOrderPictureCalls,
  type WorkOrderDetail,
  type WorkOrderPicture,
  type WorkOrderPictureKind,
} from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { randomUuid } from '../../../kit/api/random.ts';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';
import { useEntries } from '../../../kit/offline/use-outbox-state.ts';
import type { PictureStore, ShownPicture } from '../../../shared/work-orders/order-work/picture-store.ts';
import { useWrite } from './use-write.ts';

const { addPictures } = workOrderPictureCalls;
const field = 'picture1';

/** The id that the server gave to the picture of an entry. */
export function pictureIdOf({ path }: OutboxEntry, output: unknown): string | undefined {
  if (path !== addPictures.path) return undefined;
  // The outbox passes the output of the call of the entry.
  return (output as { pictures: WorkOrderPicture[] }).pictures[0]?.id;
}

/** The pictures of an order: those of the server, and those that wait on the phone. */
export function usePhonePictures(order: WorkOrderDetail, outbox: Outbox): PictureStore {
  const write = useWrite(outbox);
  const unsent = useEntries(outbox).filter(
    ({ subject, path }) => subject === order.id && path === addPictures.path,
  );
  const urls = usePictureUrls(outbox, unsent);
  const local = unsent.map(({ id, provides = '', input }): ShownPicture => ({
    id: provides,
    // The entry was made with a kind of the contract.
    kind: input['kind'] as WorkOrderPictureKind,
    url: urls[id] ?? '',
  }));
  return {
    pictures: [...order.pictures, ...local],
    add: async ({ blob }, kind) => {
      const clientId = randomUuid();
      await write(
        {
          subject: order.id,
          versioned: `${order.id} pictures`,
          path: addPictures.path,
          input: { id: order.id, kind, clientId },
          provides: clientId,
        },
        { [field]: blob },
      );
      return clientId;
    },
  };
}

/** Addresses of the pictures of entries, for this page. */
function usePictureUrls(outbox: Outbox, entries: readonly OutboxEntry[]) {
  const [urls, setUrls] = useState<Record<string, string>>({});
  const ids = entries.map(({ id }) => id).join(' ');
  useEffect(() => {
    const own: string[] = [];
    let open = true;
    const load = async () => {
      for (const id of ids.split(' ').filter(Boolean)) {
        const { [field]: blob } = await outbox.files(id);
        if (!blob || !open) continue;
        const url = URL.createObjectURL(blob);
        own.push(url);
        setUrls((old) => ({ ...old, [id]: url }));
      }
    };
    void load();
    return () => {
      open = false;
      own.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [outbox, ids]);
  return urls;
}
