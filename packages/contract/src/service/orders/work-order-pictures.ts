import { z } from 'zod';
import { calls } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { workOrderPicture } from './work-order-entry.ts';
import { maxPictureBytes, maxPicturesAtOnce, workOrderPictureKinds } from './work-order-values.ts';

/** The fields of the files of one upload. */
export const pictureFields = Array.from({ length: maxPicturesAtOnce }, (_, n) => `picture${n + 1}`);

/** The longest side in pixels; the console shrinks pictures to `side`, which shows every detail on a screen. */
export const orderPictureLimits = { maxSide: 6_000, side: 1_600, perOrder: 60 } as const;

const { orderCreate, orderUpdate, orderWork } = permissions;
const pictures = z.object({ pictures: z.array(workOrderPicture) });

export const workOrderPictureCalls = calls('workOrders', {
  /** Pictures as jpg, png or gif. The server encodes them again, so that they do not contain the position of the camera. */
  addPictures: {
    method: 'POST',
    path: 'service/workOrder/picture/add',
    kind: 'multipart',
    maxUploadBytes: Object.fromEntries(pictureFields.map((field) => [field, maxPictureBytes])),
    allow: [orderCreate, orderUpdate, orderWork],
    input: z.strictObject({
      id: z.uuid(),
      kind: z.enum(workOrderPictureKinds).default('WORK'),
      /** Made by the client for this upload: the same upload again answers the pictures that are stored already. */
      clientId: z.uuid(),
    }),
    output: pictures,
  },
  /** By the person who uploaded it, while the order is open. Answers the pictures that are left. */
  removePicture: {
    method: 'POST',
    path: 'service/workOrder/picture/delete',
    allow: [orderCreate, orderUpdate, orderWork],
    input: z.strictObject({ id: z.uuid(), pictureId: z.uuid() }),
    output: pictures,
  },
});
