import type { WorkOrderPictureKind } from '@sweepline/contract';
import type { SmallPicture } from './shrink-picture.ts';

/** A picture of an order: stored on the server (`file`), or only on this device (`url`). */
export interface ShownPicture {
  id: string;
  kind: WorkOrderPictureKind;
  file?: string;
  url?: string;
}

/** Where the pictures of an order are kept: on the server, or on the phone until it is online. */
export interface PictureStore {
  pictures: readonly ShownPicture[];
  /** Keeps a picture and answers its id. Rejects if it could not be kept. */
  add: (picture: SmallPicture, kind: WorkOrderPictureKind) => Promise<string>;
  /** Without it, pictures cannot be removed. */
  remove?: (id: string) => Promise<void>;
}
