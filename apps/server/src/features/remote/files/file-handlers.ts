import { fileCalls } from '@sweepline/contract';
import { logoFile } from '../../../entities/people/logo-service.ts';
import { appPicture } from '../../../entities/updates/app-service.ts';
import { recordingFiles, snapshotFiles } from '../../../entities/remote/video-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import type { Previews } from '../../places/maps/exchange/map-preview-service.ts';

/** Kinds of files with calls of their own, with permissions of their own. */
const ownCalls: ReadonlySet<string> = new Set([snapshotFiles, recordingFiles]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const fileAnswers = ({ previews }: { previews: Previews }) =>
  answer(fileCalls, {
    read: async ({ db, account, services }, { hash }): Promise<BytesAnswer> => {
      const preview = previews.read(account.id, hash);
      if (preview) return preview;
      if (!uuid.test(hash)) throw new Refusal('notFound');
      const file = (await logoFile(db, hash)) ?? (await appPicture(db, hash)) ?? (await findFile(db, hash));
      if (ownCalls.has(file.kind)) throw new Refusal('notFound');
      return { ...bytesOfFile(services.files, file), isKept: true };
    },
  });
