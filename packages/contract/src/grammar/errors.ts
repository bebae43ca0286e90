import { aiErrors } from './errors/ai-errors.ts';
import { apiErrors } from './errors/api-errors.ts';
import { approvalErrors } from './errors/approval-errors.ts';
import { callErrors } from './errors/call-errors.ts';
import { controlErrors } from './errors/control-errors.ts';
import { deviceErrors } from './errors/device-errors.ts';
import { elevatorErrors } from './errors/elevator-errors.ts';
import { fileErrors } from './errors/file-errors.ts';
import { installationErrors } from './errors/installation-errors.ts';
import { mapErrors } from './errors/map-errors.ts';
import { peopleErrors } from './errors/people-errors.ts';
import { releaseErrors } from './errors/release-errors.ts';
import { signInErrors } from './errors/sign-in-errors.ts';
import { streamErrors } from './errors/stream-errors.ts';
import { workErrors } from './errors/work-errors.ts';

/** Errors of the calls. The code is sent to the client; the texts are shown to users. */
export const errors = {
  ...signInErrors,
  ...callErrors,
  ...peopleErrors,
  ...apiErrors,
  ...approvalErrors,
  ...deviceErrors,
  ...controlErrors,
  ...streamErrors,
  ...mapErrors,
  ...elevatorErrors,
  ...releaseErrors,
  ...workErrors,
  ...fileErrors,
  ...aiErrors,
  ...installationErrors,
} as const;

export type ErrorName = keyof typeof errors;

/** Every answer in JSON. Code 200 is success. */
export interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
  /** Shown with failures, so that a user can quote the request to support. */
  requestId?: string;
}
