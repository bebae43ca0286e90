import { uploadCalls, uploadPermissions } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal } from '../../../platform/calls/ctx.ts';
import { openUploads } from './upload-service.ts';

export const uploadAnswers = answer(uploadCalls, {
  list: async ({ db, account, now }, { purpose }) => {
    if (!hasPermission(account, uploadPermissions[purpose])) throw new Refusal('forbidden');
    return { list: await openUploads(db, account, now, purpose) };
  },
});
