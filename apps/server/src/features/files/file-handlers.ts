import { fileCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls.ts';
import type { BytesAnswer } from '../../platform/bytes.ts';
import { Refusal } from '../../platform/ctx.ts';
import { findFile } from '../../platform/files.ts';
import type { Previews } from '../maps/map-preview-service.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const fileAnswers = ({ previews }: { previews: Previews }) =>
  answer(fileCalls, {
    read: async ({ db, account, services }, { hash }): Promise<BytesAnswer> => {
      const preview = previews.read(account.id, hash);
      if (preview) return preview;
      if (!uuid.test(hash)) throw new Refusal('notFound');
      const { mediaType, bytes, sha256 } = await findFile(db, hash);
      return {
        mediaType,
        length: bytes,
        tag: sha256,
        open: (range) => services.files.open(sha256, range),
      };
    },
  });
