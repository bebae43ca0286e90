import { audioLimits, customAudioCalls, type CustomAudio, type Input } from '@sweepline/contract';
import { and, eq, ilike } from 'drizzle-orm';
import { readableAudio } from '../../../entities/brand/readable-audio.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile } from '../../../platform/files/files.ts';
import { usesOfSound } from '../voice-sets/sound-uses-service.ts';
import { audioRows, readAudio, toAudio } from './audio-rows-service.ts';
import { storeAudio } from './audio-store-service.ts';
import { createAudioAddresses, type AddressNeeds } from './audio-addresses.ts';
import { playing, type PlayNeeds } from './audio-play.ts';
import { measureAudio } from './measure-audio.ts';
import { customAudio } from '../../../entities/brand/custom-audio-table.ts';

/** Only agents have levels. */
const levelOf = ({
  audience,
  agentLevel,
}: Pick<Input<typeof customAudioCalls.update>, 'audience' | 'agentLevel'>) =>
  audience === 'AGENT' ? agentLevel : null;

async function add(
  ctx: Ctx,
  quotaBytes: number,
  input: Input<typeof customAudioCalls.add>,
  uploads: Uploads,
): Promise<CustomAudio> {
  const { language = null, agentLevel = null, ...fields } = input;
  const { id: companyId } = await findCompany(ctx.db, input.companyId ?? ctx.account.companyId);
  const upload = uploadOf(uploads, 'audio');
  const content = await bytesOf(upload.content);
  const facts = await measureAudio(content, input.type);
  const ending = upload.fileName.split('.').at(-1)?.toUpperCase();
  if (ending !== facts.format) throw new Refusal('fileFormat');
  const { fileName } = upload;
  const sound = { ...fields, companyId, language, agentLevel, fileName, content, facts, spoken: null };
  return await readAudio(ctx.db, await storeAudio(ctx, quotaBytes, sound));
}

async function update(ctx: Ctx, { id, version, type, ...fields }: Input<typeof customAudioCalls.update>) {
  const { db, account, now } = ctx;
  const row = await find(db, customAudio, id, { lock: true });
  checkVersion(row, version);
  const max = audioLimits.seconds[type];
  if (row.seconds > max) throw wrongField('type', 'AUDIO_TOO_LONG', { max });
  const { name, language, audience } = fields;
  const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
  await db
    .update(customAudio)
    .set({
      name,
      language,
      audience,
      audienceLevel: levelOf(fields),
      soundType: type,
      ...stamp,
      version: version + 1,
    })
    .where(eq(customAudio.id, id));
  return await readAudio(db, id);
}

const sortable = { name: customAudio.name, seconds: customAudio.seconds, createdAt: customAudio.createdAt };

interface Needs extends AddressNeeds, PlayNeeds {
  /** The storage of each company for uploaded files. */
  fileQuotaBytes: number;
}

export function customAudioAnswers(needs: Needs) {
  const addresses = createAudioAddresses(needs);
  return answer(customAudioCalls, {
    list: async ({ db }, { keyword, type, language, companyId, sort = '-createdAt', ...page }) => {
      const where = and(
        readableAudio(db),
        keyword ? ilike(customAudio.name, contains(keyword)) : undefined,
        type ? eq(customAudio.soundType, type) : undefined,
        language ? eq(customAudio.language, language) : undefined,
        companyId ? eq(customAudio.companyId, companyId) : undefined,
      );
      const rows = audioRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, sort, customAudio.id));
      const { list, total } = await paginate(page, rows, counted(db, customAudio, where));
      return { total, list: list.map((row) => toAudio(db, row)) };
    },

    detail: ({ db }, { id }) => readAudio(db, id),

    add: (ctx, input, uploads) => add(ctx, needs.fileQuotaBytes, input, uploads),

    update,

    remove: async ({ db }, { id }) => {
      const { fileId } = await find(db, customAudio, id, { lock: true });
      const uses = await usesOfSound(db, { id, fileId });
      if (uses.length > 0) throw new Refusal('inUse', { words: { names: uses.join(', ') } });
      await db.delete(customAudio).where(eq(customAudio.id, id));
      await db.delete(storedFiles).where(eq(storedFiles.id, fileId));
      return {};
    },

    ...playing(needs),

    address: async ({ db, account }, { id }) => {
      await readAudio(db, id);
      return addresses.create(id, account.id);
    },

    fetch: withoutTransaction(async ({ services }, { token }) =>
      bytesOfFile(services.files, await addresses.fileOf(services.db, token)),
    ),
  });
}
