import { minApproverAgeMs } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { approvalFaultOf, type Approver } from './approval-service.ts';

const approver: Approver = {
  id: 'approver',
  creatorIds: [],
  resetterIds: [],
  granterIds: [],
  roleMakerIds: [],
  ageMs: minApproverAgeMs,
  unnamed: false,
};

test('a new account and one that is not named are refused also where the requester was deleted', () => {
  const faultOf = (changes: Partial<Approver>) => approvalFaultOf({ ...approver, ...changes }, [null]);
  expect(faultOf({})).toBeUndefined();
  expect(faultOf({ ageMs: minApproverAgeMs - 1 })).toBe('approverNew');
  expect(faultOf({ unnamed: true })).toBe('approverNotNamed');
});
