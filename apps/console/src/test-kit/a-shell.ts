import type { ShellSession, ShellStanding } from '@sweepline/contract';

const at = '2030-01-01T00:00:00.000Z';
const nothing = { approve: false, open: false, end: false, join: false, replay: false, replayInput: false };

/** A request of Wei that waits for a second person. Pass only the fields that matter to the test. */
export const aShell = ({
  may,
  ...changes
}: Partial<Omit<ShellSession, 'may'>> & { may?: Partial<ShellSession['may']> } = {}): ShellSession => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000e1',
  device: { id: '0193f0c2-7a31-7c55-9d0e-0000000000a1', nickname: 'Lobby', sn: 'J30-0007' },
  deviceCompany: 'Mall',
  requester: { accountId: 'person-1', name: 'Wei', company: 'Sweepline' },
  reason: 'It stands still',
  minutes: 15,
  state: 'REQUESTED',
  endReason: null,
  endedBy: '',
  refusal: '',
  requestedAt: at,
  approvals: [{ side: 'REQUESTER', by: null, at: null }],
  brokeGlass: false,
  openedAt: null,
  endsAt: null,
  endedAt: null,
  observers: [],
  outputLength: 0,
  approvalFault: null,
  ...changes,
  may: { ...nothing, ...may },
});

/** What a person may do who may request shells, on a robot that has none. */
export const aShellStanding = (changes: Partial<ShellStanding> = {}): ShellStanding => ({
  mayRequest: true,
  mayApprove: false,
  mayBreakGlass: false,
  supported: true,
  online: true,
  passwordDue: false,
  approvalsDue: ['REQUESTER'],
  session: null,
  at: new Date().toISOString(),
  ...changes,
});
