import type { allCalls } from '@sweepline/contract';
import type { TestServer } from './index.ts';

export type Feature = keyof typeof allCalls;
type Maker = (server: TestServer, companyId: string) => Promise<{ id: string }>;

/** How to make one record of a company per feature, or why there is none. A new feature does not compile without its row. */
export const makers: Record<Feature, Maker | 'belongs to no company'> = {
  auth: 'belongs to no company',
  sessions: async ({ aHolder, asOwner }, companyId) => {
    const { id: accountId } = await aHolder({ companyId });
    const [session] = await asOwner((sql) => sql`select id from sessions where account_id = ${accountId}`);
    return { id: String(session?.id) };
  },
  companies: async (_server, companyId) => ({ id: companyId }),
  sites: ({ aSite }, companyId) => aSite({ companyId }),
  devices: ({ aDevice }, companyId) => aDevice({ companyId }),
  // Nobody's, and so hidden from every company.
  deviceRequests: ({ aDeviceRequest }) => aDeviceRequest(),
  maps: ({ aMap }, companyId) => aMap({ companyId }),
  files: async ({ aMap }, companyId) => ({ id: (await aMap({ companyId })).gridFileId }),
  tasks: ({ aTask }, companyId) => aTask({ companyId }),
  runs: ({ aRun }, companyId) => aRun({ companyId, state: 'IN_PROGRESS' }),
  taskReports: ({ aReport }, companyId) => aReport({ companyId }),
  chatUsers: ({ aChatUser }, companyId) => aChatUser({ companyId }),
  // One’s own: its calls name nobody.
  profile: 'belongs to no company',
  roles: ({ aRole }, companyId) => aRole({ companyId }),
  // Asked about accounts.
  access: ({ aHolder }, companyId) => aHolder({ companyId }),
  accounts: ({ aHolder }, companyId) => aHolder({ companyId }),
  invitations: ({ anInvitation }, companyId) => anInvitation({ companyId }),
  deadLetters: 'belongs to no company',
  systemLogs: 'belongs to no company',
  audit: ({ anAuditEntry }, companyId) => anAuditEntry({ companyId }),
  // Named by what they say, not by whose they are; the fence is proved in its own test.
  errorLog: 'belongs to no company',
  notices: ({ aNotice }, companyId) => aNotice({ companyId }),
  alarms: ({ anAlarm }, companyId) => anAlarm({ companyId }),
  // The provider's, and everybody's to read.
  announcements: 'belongs to no company',
};
