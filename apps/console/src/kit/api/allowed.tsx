import type { Call } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { may } from './may.ts';

/** Shows a button only to those who may make the call it presses. */
export const Allowed = ({ call, children }: { call: Call; children: ReactNode }) =>
  may(call.allow) ? children : null;
