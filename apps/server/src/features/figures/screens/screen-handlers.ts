import {
  type Input,
  nameOfAccount,
  type Scene,
  sceneKinds,
  screenCalls,
  screenLimits,
  type ScreenView,
} from '@sweepline/contract';
import { and, eq, ilike, isNull } from 'drizzle-orm';
import { findCompany, underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { findLogo } from '../../../entities/people/logo-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { bytesOfFile } from '../../../platform/files/files.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import { newId, newSecret } from '../../../platform/runtime/ids.ts';
import { hashOf, inStates, readScreen, recordSeen, screenRows, withScreen } from './screen-service.ts';
import { screens } from './screen-table.ts';
import { readSections } from './screen-view-service.ts';

/** A display asks six times a minute. Several displays may share an address, and one address may guess tokens. */
export const createLookLimits = (createLimit: CreateLimit) => ({
  tokens: createLimit('screens', slidingWindow({ max: 60, spanMs: 60_000 })),
  addresses: createLimit('addresses of screens', slidingWindow({ max: 300, spanMs: 60_000 })),
});
type LookLimits = ReturnType<typeof createLookLimits>;

/** Refuses a company or a site that the caller does not see, and a site outside the company's subtree. */
async function checkPlace(db: Tx, companyId: string, siteId: string | null) {
  const { path } = await findCompany(db, companyId);
  if (!siteId) return;
  const { companyId: ownerId } = await find(db, sites, siteId);
  const [below] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, ownerId), underPath(companies.path, path)));
  if (!below) throw wrongField('siteId', 'SITE_OF_OTHER_COMPANY');
}

async function add(ctx: Ctx, input: Input<typeof screenCalls.add>) {
  const { db, account, now } = ctx;
  // The lock serialises concurrent calls, so that they cannot exceed the limit together.
  await findCompany(db, input.companyId, { lock: true });
  await checkPlace(db, input.companyId, input.siteId);
  const valid = and(visible(db, screens), eq(screens.companyId, input.companyId), isNull(screens.revokedAt));
  if ((await counted(db, screens, valid)) >= screenLimits.perCompany)
    throw new Refusal('tooManyScreens', { words: { most: String(screenLimits.perCompany) } });
  const [id, token, at] = [newId(), `screen_${newSecret()}`, now().toISOString()];
  const by = nameOfAccount(account);
  const stamp = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: account.username };
  await db.insert(screens).values({ ...input, ...stamp, id, tokenHash: hashOf(token) });
  return { token, screen: await readScreen(db, now, id) };
}

async function update(ctx: Ctx, { id, version, ...settings }: Input<typeof screenCalls.update>) {
  const { db, account, now } = ctx;
  const row = await find(db, screens, id, { lock: true });
  if (row.revokedAt) throw new Refusal('wrongState');
  checkVersion(row, version);
  await checkPlace(db, row.companyId, settings.siteId);
  const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
  await db
    .update(screens)
    .set({ ...settings, ...stamp, version: version + 1 })
    .where(eq(screens.id, id));
  return await readScreen(db, now, id);
}

const screenLogos = ['MENU'] as const;

/** The heading of a large screen: its company, and its site if it shows only one. */
async function headingOf(db: Tx, companyId: string, siteId: string | null) {
  const [company, site, file] = await Promise.all([
    db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId)),
    siteId ? find(db, sites, siteId) : null,
    findLogo(db, companyId, screenLogos),
  ]);
  return {
    companyName: company[0]?.name ?? '',
    hasLogo: file !== undefined,
    siteName: site?.name ?? null,
    timezone: site?.timezone ?? null,
  };
}

async function look({ services, now }: Ctx, { token }: Input<typeof screenCalls.look>): Promise<ScreenView> {
  const { screen, view } = await withScreen(services.db, token, async (tx, row) => {
    const [heading, sections] = await Promise.all([
      headingOf(tx, row.companyId, row.siteId),
      readSections(tx, { ...row, at: now() }),
    ]);
    const { name, scenes, lang, area, volume } = row;
    return { screen: row, view: { name, scenes, reader: { lang, area, volume }, ...heading, ...sections } };
  });
  await recordSeen(services.db, now, screen);
  return view;
}

const defaultScenes: Scene[] = sceneKinds.map((kind) => ({ kind, seconds: 15 }));

async function own({ db, account, now }: Ctx): Promise<ScreenView> {
  const settings = { siteId: null, scenes: defaultScenes, showSn: false, showAddress: false };
  const [heading, sections] = await Promise.all([
    headingOf(db, account.companyId, null),
    readSections(db, { ...settings, at: now() }),
  ]);
  return { name: heading.companyName, scenes: defaultScenes, reader: null, ...heading, ...sections };
}

const logo = ({ services }: Ctx, { token }: Input<typeof screenCalls.logo>): Promise<BytesAnswer> =>
  withScreen(services.db, token, async (tx, { companyId }) => {
    const file = await findLogo(tx, companyId, screenLogos);
    if (!file) throw new Refusal('notFound');
    return bytesOfFile(services.files, file);
  });

/** Refuses a token or an address above its limit, before any query. */
const limited =
  <O>({ tokens, addresses }: LookLimits, work: (ctx: Ctx, input: { token: string }) => Promise<O>) =>
  (ctx: Ctx, input: { token: string }): Promise<O> => {
    if (!addresses.take(ctx.caller.address) || !tokens.take(hashOf(input.token)))
      throw new Refusal('tooMany');
    return work(ctx, input);
  };

export const screenAnswers = (limits: LookLimits) =>
  answer(screenCalls, {
    list: ({ db, now }, { keyword, companyId, state, ...page }) => {
      const where = and(
        keyword ? ilike(screens.name, contains(keyword)) : undefined,
        companyId ? eq(screens.companyId, companyId) : undefined,
        state && state.length > 0 ? inStates(now, state) : undefined,
      );
      return paginate(
        page,
        screenRows(db, now, where),
        counted(db, screens, and(visible(db, screens), where)),
      );
    },

    add,

    update,

    revoke: async ({ db, account, now }, { id }) => {
      const { revokedAt } = await find(db, screens, id, { lock: true });
      if (revokedAt) return {};
      const by = nameOfAccount(account);
      await db
        .update(screens)
        .set({ revokedAt: now().toISOString(), revokedBy: by })
        .where(eq(screens.id, id));
      return {};
    },

    look: limited(limits, look),

    logo: limited(limits, logo),

    own,
  });
