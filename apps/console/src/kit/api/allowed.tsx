import type { Call } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { may } from './may.ts';

/** Renders its children only if the user may make the call. */
export const Allowed = ({ call, children }: { call: Call; children: ReactNode }) =>
  may(call.allow) ? children : null;
