import type { Call, Input, Sent } from '@sweepline/contract';

/** The input of a call, parsed as the server does. A value that the call would refuse stops the seeding. */
export const inputOf = <C extends Call>(call: C, values: Sent<C>): Input<C> =>
  // The schema of a generic call has no output type of its own.
  call.input.parse(values) as Input<C>;
