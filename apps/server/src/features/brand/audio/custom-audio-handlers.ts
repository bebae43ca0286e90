import {
  audioLimits,
  customAudioCalls,
  storableText,
  type CustomAudio,
  type Input,
} from '@sweepline/contract';
import { and, eq, ilike } from 'drizzle-orm';
import { readableAudio } from '../../../entities/brand/readable-audio.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile, storeFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkQuota } from '../../remote/files/file-quota-service.ts';
import { usesOfSound } from '../voice-sets/sound-uses-service.ts';
import { createAudioAddresses, type AddressNeeds } from './audio-addresses.ts';
import { playing, type PlayNeeds } from './audio-play.ts';
import { measureAudio } from './measure-audio.ts';
import { audioFiles, customAudio, type CustomAudioRow } from '../../../entities/brand/custom-audio-table.ts';

const audioRows = (db: Tx) =>
  db
    .select({ row: customAudio, company: { id: companies.id, name: companies.name } })
    .from(customAudio)
    .leftJoin(
      companies,
      and(eq(companies.id, customAudio.companyId), visible(db, { companyId: companies.id })),
    )
    .$dynamic();

/** A file of a company above names neither the company nor its people. */
function toAudio(
  db: Tx,
  { row, company }: { row: CustomAudioRow; company: CustomAudio['company'] },
): CustomAudio {
  const isOwn = db.scope === '*' || db.scope.includes(row.companyId);
  return {
    ...row,
    type: row.soundType,
    agentLevel: row.audienceLevel,
    company: isOwn ? company : null,
    isOwn,
    updatedBy: isOwn ? row.updatedBy : '',
  };
}

async function readAudio(db: Tx, id: string): Promise<CustomAudio> {
  const [found] = await audioRows(db).where(and(eq(customAudio.id, id), readableAudio(db)));
  if (!found) throw new Refusal('notFound');
  return toAudio(db, found);
}

/** Only agents have levels. */
const levelOf = ({
  audience,
  agentLevel,
}: Pick<Input<typeof customAudioCalls.update>, 'audience' | 'agentLevel'>) =>
  audience === 'AGENT' ? agentLevel : null;

async function add(
  { db, services, account, now }: Ctx,
  quotaBytes: number,
  input: Input<typeof customAudioCalls.add>,
  uploads: Uploads,
) {
  const { name, type, language = null, audience, agentLevel = null } = input;
  const { id: companyId } = await findCompany(db, input.companyId ?? account.companyId);
  const upload = uploadOf(uploads, 'audio');
  const content = await bytesOf(upload.content);
  const facts = await measureAudio(content, type);
  const ending = upload.fileName.split('.').at(-1)?.toUpperCase();
  if (ending !== facts.format) throw new Refusal('fileFormat');
  await checkQuota(db, { companyId, quotaBytes, now }, content.length);
  const file = await storeFile(db, services.files, now, {
    companyId,
    kind: audioFiles,
    name: storableText(upload.fileName, 100),
    mediaType: facts.format === 'MP3' ? 'audio/mpeg' : 'audio/wav',
    content,
    uploadedById: account.id,
  });
  const id = newId();
  const at = now().toISOString();
  await db.insert(customAudio).values({
    id,
    companyId,
    name,
    soundType: type,
    language,
    audience,
    audienceLevel: levelOf({ audience, agentLevel }),
    fileId: file.id,
    bytes: file.bytes,
    ...facts,
    createdAt: at,
    updatedAt: at,
    updatedBy: account.username,
  });
  return await readAudio(db, id);
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
