import { fileCalls } from '@sweepline/contract';
import { snapshotFiles } from '../../entities/devices/remote/video-table.ts';
import { answer } from '../../platform/calls/calls.ts';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { bytesOfFile, findFile } from '../../platform/files/files.ts';
import type { Previews } from '../maps/exchange/map-preview-service.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const fileAnswers = ({ previews }: { previews: Previews }) =>
  answer(fileCalls, {
    read: async ({ db, account, services }, { hash }): Promise<BytesAnswer> => {
      const preview = previews.read(account.id, hash);
      if (preview) return preview;
      if (!uuid.test(hash)) throw new Refusal('notFound');
      const file = await findFile(db, hash);
      // They have calls of their own, with permissions of their own.
      if (file.kind === snapshotFiles) throw new Refusal('notFound');
      return bytesOfFile(services.files, file);
    },
  });
