import { appCheckCalls, textFor, urlOf, type AppOffer, type Input } from '@sweepline/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import { isForCompanies } from '../../../entities/updates/app-service.ts';
import {
  appInstalls,
  appReleases,
  apps,
  type AppInstallRow,
  type AppReleaseRow,
  type AppRow,
} from '../../../entities/updates/app-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { createDownloadAddresses } from '../../../platform/files/download-address.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { findOffer, isOffered } from './app-offer.ts';

type CheckInput = Input<typeof appCheckCalls.check>;

interface Needs {
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
  limits: { createLimit: CreateLimit };
}

/** Apps ask at each start, and a site may have many devices behind one address. */
const checks = { max: 300, spanMs: 60_000 };
const dayMs = 86_400_000;

/** The published app of a package id. One for named companies is found by their accounts only. */
async function findApp(db: Tx, packageId: string, companyId: string): Promise<AppRow | undefined> {
  const isPublished = and(
    eq(apps.packageId, packageId),
    ne(apps.platform, 'IOS'),
    eq(apps.state, 'PUBLISHED'),
  );
  const [app] = await db
    .select()
    .from(apps)
    .where(and(isPublished, isForCompanies(companyId === '' ? [] : [companyId])));
  return app;
}

/** Counts an install. One that says the same again is written once a day. */
async function countInstall(db: Tx, app: AppRow, { install, build, lang }: CheckInput, now: Date) {
  const at = now.toISOString();
  const key = and(eq(appInstalls.appId, app.id), eq(appInstalls.install, install));
  const [known] = await db.select().from(appInstalls).where(key);
  const isFresh = known && now.getTime() - Date.parse(known.lastSeenAt) < dayMs;
  if (known && isFresh && known.build === build && known.lang === lang) return known;
  const [row] = await db
    .insert(appInstalls)
    .values({
      companyId: app.companyId,
      appId: app.id,
      install,
      build,
      lang,
      firstSeenAt: at,
      lastSeenAt: at,
    })
    .onConflictDoUpdate({
      target: [appInstalls.appId, appInstalls.install],
      set: { build, lang, lastSeenAt: sql`excluded.last_seen_at` },
    })
    .returning();
  return row!;
}

export function appCheckAnswers({ vault, now, limits }: Needs) {
  const addresses = createDownloadAddresses(vault, now);
  const limit = limits.createLimit('app checks', slidingWindow(checks));

  const toOffer = (row: AppReleaseRow, known: AppInstallRow, { lang, build }: CheckInput): AppOffer => {
    const { id, version, bytes, sha256, notes, leastBuild } = row;
    const { token, expiresAt } = addresses.create({ recordId: id, accountId: known.id });
    return {
      version,
      build: row.build,
      forced: row.forced || (leastBuild !== null && build < leastBuild),
      notes: textFor(notes, lang),
      bytes,
      sha256,
      url: urlOf({ open: true, path: appCheckCalls.fetch.path.replace(':token', token) }),
      expiresAt,
    };
  };

  const check = async ({ services, account, caller }: Ctx, input: CheckInput) => {
    if (!limit.take(caller.address)) throw new Refusal('tooMany');
    // A read has no transaction that could write the install.
    return await inScope(services.db, '*', async (db) => {
      const app = await findApp(db, input.packageId, account.companyId);
      if (!app) return { release: null };
      const known = await countInstall(db, app, input, now());
      const row = await findOffer(db, { ...input, appId: app.id }, now().getTime());
      return { release: row ? toOffer(row, known, input) : null };
    });
  };

  /** The file of an address, if its version is still for its install. */
  const fileOf = async ({ services }: Ctx, token: string) => {
    const address = addresses.read(token);
    if (!address) throw new Refusal('notFound');
    return await inScope(
      services.db,
      '*',
      async (db) => {
        const row = await find(db, appReleases, address.recordId);
        const { install, appId } = await find(db, appInstalls, address.accountId);
        const app = await find(db, apps, row.appId);
        const isFor =
          appId === row.appId && app.state === 'PUBLISHED' && isOffered(row, install, now().getTime());
        if (!isFor) throw new Refusal('notFound');
        return await find(db, storedFiles, row.fileId);
      },
      { readOnly: true },
    );
  };

  return answer(appCheckCalls, {
    check: withoutTransaction(check),
    fetch: withoutTransaction(async (ctx, { token }) =>
      bytesOfFile(ctx.services.files, await fileOf(ctx, token)),
    ),
  });
}
