import type { Account } from '@sweepline/contract';

/** An account that permits every action. Pass only the fields that matter to the test. */
export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  username: 'li.wei',
  nickname: 'Li Wei',
  phone: '',
  email: '',
  staffKind: 'MEMBER',
  roleType: 3,
  roleId: '0193f0c2-7a31-7c55-9d0e-0000000000d1',
  roleName: 'Cleaner',
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
  companyName: 'Sweepline',
  companyType: 0,
  disabled: false,
  approver: false,
  mustChangePassword: false,
  initialPasswordUntil: null,
  lastSignInAt: null,
  acts: ['update', 'disable', 'delete', 'reset'],
  version: 1,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'admin',
  ...changes,
});
