import { createHash, randomUUID } from 'node:crypto';
import { chatUsers } from '../../../features/people/chat-users/chat-user-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { companyIds } from '../../people.ts';
import { roleBuilders } from './role-builders.ts';

type Insert = Partial<typeof chatUsers.$inferInsert>;

/** Builders of users of a messaging app, each linked to a new account by default. */
export function chatUserBuilders(db: Db, now: Clock) {
  const { anAccount } = roleBuilders(db, now);
  const aChatUser = async (overrides: Insert = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    const accountId = overrides.accountId ?? (await anAccount({ companyId })).id;
    const externalId = randomUUID();
    const secretHash = createHash('sha256').update(externalId).digest('hex');
    return await inScope(db, '*', async (tx) => {
      const row = { app: 'WECHAT' as const, externalId, name: 'Wei of the app', secretHash };
      const [chatUser] = await tx
        .insert(chatUsers)
        .values({ ...row, linkedAt: now().toISOString(), ...overrides, companyId, accountId })
        .returning();
      return chatUser!;
    });
  };
  return { aChatUser };
}
