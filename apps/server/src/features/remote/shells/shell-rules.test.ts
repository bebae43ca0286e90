import { expect, test } from 'vitest';
import { permissions } from '@sweepline/contract';
import type { ShellRow } from '../../../entities/remote/shell-table.ts';
import type { Account } from '../../../platform/calls/ctx.ts';
import { approvalsDue, rightsOn } from './shell-rules.ts';

const [provider, agent, terminal] = [0, 2, 1];

test.each([
  ['staff of the provider on the robot of a customer', 'p', provider, false, ['REQUESTER']],
  ['staff of the provider, and the customer asks for its own', 'p', provider, true, ['REQUESTER', 'OWNER']],
  ['staff of an agent', 'a', agent, true, ['REQUESTER', 'OWNER']],
  ['staff of the agent that has the robot itself', 'm', agent, true, ['REQUESTER']],
  ['people of the customer', 'm', terminal, false, []],
  ['people of the customer that asks for its own', 'm', terminal, true, ['OWNER']],
  ['people of a customer above', 'c', terminal, false, []],
  ['people of a customer above, and the customer asks for its own', 'c', terminal, true, ['OWNER']],
])('%s', (_name, companyId, companyType, ownerApproves, sides) => {
  expect(approvalsDue({ companyId, companyType }, { companyId: 'm', ownerApproves })).toEqual(sides);
});

const at = '2030-01-01T00:00:00.000Z';
const nowMs = Date.parse(at);
const row = (changes: Partial<ShellRow>) =>
  ({
    companyId: 'm',
    accountId: 'requester',
    requesterCompanyId: 'p',
    state: 'REQUESTED',
    openUntil: '2030-01-01T00:30:00.000Z',
    approvals: [{ side: 'REQUESTER', by: null, at: null }],
    observers: [],
    login: 'the sign-in',
    outputLength: 5,
    ...changes,
  }) as ShellRow;
const who = (changes: Partial<Account>) =>
  ({
    id: 'another',
    companyId: 'p',
    sessionId: 'another sign-in',
    superAdmin: false,
    permissionCodes: new Set([permissions.deviceShell, permissions.deviceShellApprove]),
    ...changes,
  }) as Account;
const viewer = { id: 'v', username: 'v', nickname: 'v' };

test.each<[name: string, shell: Partial<ShellRow>, account: Partial<Account>, may: string[]]>([
  ['a colleague of the requester', {}, {}, ['approve', 'end']],
  ['the requester', {}, { id: 'requester' }, ['end']],
  ['a person of the robot’s company that was not asked', {}, { companyId: 'm' }, ['end']],
  ['a person of a third company', {}, { companyId: 'x' }, []],
  ['a session that impersonates a colleague', {}, { viewer }, []],
  ['the requester of an approved shell', { state: 'APPROVED' }, { id: 'requester' }, ['open', 'end']],
  ['an impersonated requester of an approved shell', { state: 'APPROVED' }, { id: 'requester', viewer }, []],
  ['a colleague while it runs', { state: 'RUNNING' }, {}, ['end', 'join']],
  [
    'the sign-in that opened it',
    { state: 'RUNNING' },
    { id: 'requester', sessionId: 'the sign-in' },
    ['end'],
  ],
  ['an approver of an ended shell', { state: 'CLOSED' }, {}, ['replay', 'replayInput']],
  [
    'a reader of remote access',
    { state: 'CLOSED' },
    { permissionCodes: new Set([permissions.remoteAccess]) },
    ['replay'],
  ],
  ['a colleague after the request expired', { openUntil: at }, {}, []],
])('%s may do what fits', (_name, shell, account, may) => {
  const rights = rightsOn(row(shell), who(account), nowMs);
  expect(Object.keys(rights).filter((right) => rights[right as keyof typeof rights])).toEqual(may);
});
