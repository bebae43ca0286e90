import { storableText, type CustomAudio } from '@sweepline/contract';
import { audioFiles, customAudio } from '../../../entities/brand/custom-audio-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { AudioFacts } from '../../../platform/sound/sound-facts.ts';
import { checkQuota } from '../../remote/files/file-quota-service.ts';

interface NewAudio extends Pick<
  CustomAudio,
  'name' | 'type' | 'language' | 'audience' | 'agentLevel' | 'spoken'
> {
  companyId: string;
  fileName: string;
  content: Buffer;
  facts: AudioFacts;
}

/** Stores a measured sound as a file of a company, within its quota. Returns its id. */
export async function storeAudio(
  { db, services, account, now }: Ctx,
  quotaBytes: number,
  { companyId, fileName, content, facts, type, agentLevel, ...fields }: NewAudio,
): Promise<string> {
  await checkQuota(db, { companyId, quotaBytes, now }, content.length);
  const file = await storeFile(db, services.files, now, {
    companyId,
    kind: audioFiles,
    name: storableText(fileName, 100),
    mediaType: facts.format === 'MP3' ? 'audio/mpeg' : 'audio/wav',
    content,
    uploadedById: account.id,
  });
  const id = newId();
  const at = now().toISOString();
  await db.insert(customAudio).values({
    id,
    companyId,
    ...fields,
    soundType: type,
    // Only agents have levels.
    audienceLevel: fields.audience === 'AGENT' ? agentLevel : null,
    fileId: file.id,
    bytes: file.bytes,
    ...facts,
    createdAt: at,
    updatedAt: at,
    updatedBy: account.username,
  });
  return id;
}
