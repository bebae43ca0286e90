import { audioLimits, speechCalls, type Input } from '@sweepline/contract';
import { eq, inArray } from 'drizzle-orm';
import { customAudio } from '../../../entities/brand/custom-audio-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues } from '../../../platform/db/page.ts';
import { createWorkerQueue } from '../../../platform/runtime/worker-queue.ts';
import type { AudioOrder } from '../../../platform/sound/sound-facts.ts';
import { audioRows, readAudio, toAudio } from '../audio/audio-rows-service.ts';
import { storeAudio } from '../audio/audio-store-service.ts';
import type { EvenSound } from './even-sound.ts';
import { createSpeechEngine, type SpeechEngine, type SpeechOrder } from './speech-engine.ts';
import type { SpeechSettings } from './speech-settings-service.ts';
import { checkSpeakable, filledText } from './speech-text.ts';

type What = Input<typeof speechCalls.preview>;

/** A thread evens the sounds, because a minute takes a tenth of a second of the processor. */
const thread = createWorkerQueue<AudioOrder, EvenSound>(new URL('./speech-worker.ts', import.meta.url), {
  memoryMb: 256,
  idleMs: 30_000,
  maxWaiting: 20,
  maxMs: 20_000,
});

/** The names that stand for the placeholders. */
async function namesOf(db: Tx, deviceId: string | undefined) {
  if (deviceId === undefined) return {};
  const device = await find(db, devices, deviceId);
  const [place] = await db
    .select({ company: companies.name, site: sites.name })
    .from(companies)
    .leftJoin(sites, device.siteId === null ? inArray(sites.id, []) : eq(sites.id, device.siteId))
    .where(eq(companies.id, device.companyId));
  return { robot: device.nickname, site: place?.site ?? '', company: place?.company ?? '' };
}

/** What is to be spoken: every text is checked before the first is spoken. */
async function ordersOf(ctx: Ctx, engine: SpeechEngine, what: What): Promise<SpeechOrder[]> {
  const names = await inShortTransaction(ctx, (db) => namesOf(db, what.deviceId));
  const { speed, pitch } = what;
  return what.texts.map(({ language, voice, text }, at) => {
    const field = `texts.${at}.text`;
    const isOffered = engine.voices.some((it) => it.id === voice && it.language === language);
    if (!isOffered) throw wrongField(`texts.${at}.voice`, 'NO_SUCH_VOICE');
    const order = { language, voice, speed, pitch, text: filledText(field, text, names) };
    checkSpeakable(field, order.text);
    engine.check(field, order);
    return order;
  });
}

const spoken = async (engine: SpeechEngine, { type }: What, order: SpeechOrder) => {
  const bytes = await engine.speak(order);
  return { order, ...(await thread.ask({ bytes, seconds: audioLimits.seconds[type] })) };
};

interface Needs {
  speech: SpeechSettings;
  fileQuotaBytes: number;
}

export function speechAnswers({ speech, fileQuotaBytes }: Needs) {
  const engine = createSpeechEngine(speech);
  const speakAll = async (ctx: Ctx, what: What) => {
    if (!engine) throw new Refusal('voiceMissing');
    const orders = await ordersOf(ctx, engine, what);
    return await Promise.all(orders.map((order) => spoken(engine, what, order)));
  };
  return answer(speechCalls, {
    list: async () => ({
      engine: engine?.engine ?? null,
      version: engine?.version ?? '',
      voices: [...(engine?.voices ?? [])],
    }),

    preview: withoutTransaction(async (ctx, what) => {
      const sounds = await speakAll(ctx, what);
      return {
        sounds: sounds.map(({ order, content, facts }) => ({
          language: order.language,
          text: order.text,
          seconds: facts.seconds,
          loudness: facts.loudness,
          peak: facts.peak,
          waveform: facts.waveform,
          audio: Buffer.from(content).toString('base64'),
        })),
      };
    }),

    convert: withoutTransaction(
      async (ctx, { name, audience, agentLevel, companyId, ...what }) => {
        const sounds = await speakAll(ctx, what);
        return await inShortTransaction(ctx, async (db) => {
          const owner = await findCompany(db, companyId ?? ctx.account.companyId);
          const list = [];
          for (const { order, content, facts } of sounds) {
            const { language, ...how } = order;
            const fullName = sounds.length > 1 ? `${name} (${language})` : name;
            const id = await storeAudio({ ...ctx, db }, fileQuotaBytes, {
              companyId: owner.id,
              name: fullName,
              type: what.type,
              language,
              audience,
              agentLevel,
              fileName: `${fullName}.wav`,
              content: Buffer.from(content),
              facts,
              spoken: { ...how, engine: engine!.engine, version: engine!.version },
            });
            list.push(await readAudio(db, id));
          }
          return { list };
        });
      },
      // All files of a call are stored in one transaction.
      async (ctx, _input, changes) => {
        const ids = changes.filter(({ table }) => table === 'custom_audio').map(({ recordId }) => recordId);
        if (ids.length === 0) return undefined;
        return await inShortTransaction(ctx, async (db) => ({
          list: (await audioRows(db).where(inValues(customAudio.id, ids))).map((row) => toAudio(db, row)),
        }));
      },
    ),
  });
}
