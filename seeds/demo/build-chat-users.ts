import { createHash } from 'node:crypto';
import { accountByName } from '../../apps/server/src/entities/people/account-service.ts';
import { chatUsers } from '../../apps/server/src/features/people/chat-users/chat-user-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId, newSecret } from '../../apps/server/src/platform/runtime/ids.ts';

const dayMs = 86_400_000;

/** Users of messaging apps; one has ended the link. Days are before now. */
const users = [
  { username: 'ops.chen', app: 'WECHAT', name: '陈浩', linked: 210 },
  { username: 'sales.liu', app: 'WECHAT', name: '刘洋', linked: 180 },
  { username: 'fae.weber', app: 'WHATSAPP', name: 'Jonas W.', linked: 95 },
  { username: 'mall.admin', app: 'WECHAT', name: '周倩', linked: 150 },
  { username: 'mall.cleaning', app: 'WECHAT', name: '建国', linked: 142 },
  { username: 'airport.night', app: 'WECHAT', name: '敏敏', linked: 88, ended: 12 },
  { username: 'rhein.service', app: 'TELEGRAM', name: 'Marco Brandt', linked: 60 },
  { username: 'hospital.admin', app: 'WHATSAPP', name: 'Sabine Kremer', linked: 33 },
] as const;

/** Creates links of accounts to messaging apps. */
export async function buildChatUsers(db: Tx, now: () => Date): Promise<void> {
  const iso = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  for (const user of users) {
    const match = await accountByName(db, user.username);
    if (!match) throw new Error(`No account ${user.username}`);
    const { id: accountId, companyId } = match.account;
    const ended = 'ended' in user && { unlinkedAt: iso(user.ended), unlinkedBy: user.name };
    await db.insert(chatUsers).values({
      id: newId(),
      companyId,
      accountId,
      app: user.app,
      externalId: `demo-${user.username}`,
      name: user.name,
      secretHash: createHash('sha256').update(newSecret()).digest('hex'),
      linkedAt: iso(user.linked),
      ...ended,
    });
  }
}
