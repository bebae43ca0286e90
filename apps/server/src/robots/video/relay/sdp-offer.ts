import { maxSdpBytes } from '@sweepline/contract/robot';

/** Whether a text is an SDP offer of at most 20 KB with video. */
export const isVideoOffer = (sdp: string): boolean =>
  Buffer.byteLength(sdp) <= maxSdpBytes && /^v=0\r?$/m.test(sdp) && /^m=video /m.test(sdp);

const linesOf = (sdp: string) => sdp.split(/\r?\n/);
const candidate = /^a=candidate:\S+ \d+ \S+ \d+ (\S+) /;

/** Without the addresses of the peer: the relay answers at the address from which the peer reaches it, and sends to no other. */
export const withoutCandidates = (sdp: string): string =>
  linesOf(sdp)
    .filter((line) => !line.startsWith('a=candidate:'))
    .join('\r\n');

/** With the address that peers connect to in place of the local one. */
export const withAnnounced = (sdp: string, announced: string): string =>
  linesOf(sdp)
    .map((line) =>
      line.replace(candidate, (start, local: string) => start.replace(` ${local} `, ` ${announced} `)),
    )
    .join('\r\n');
