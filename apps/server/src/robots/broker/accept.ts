import type { Socket } from 'node:net';
import { brokerMaxBytes } from '@sweepline/contract/robot';
import type { Aedes, Client } from 'aedes';
import { createSlices } from '../../platform/runtime/slices.ts';
import type { LinkEvents } from '../protocol/link.ts';

/** Members that the public types of aedes lack. Its version is pinned. */
interface ClientParts {
  _parser: { packet: { length: number }; parse(chunk: Buffer): number };
  _nextBatch(): void;
}

/**
 * Hands connections to aedes. New connections and the messages of all clients share the slices of the event loop: a thousand robots
 * that come back at once would otherwise delay every call of a person by several turns of a third of a second.
 */
export function createAccept(aedes: Aedes, events: LinkEvents) {
  const slices = createSlices();
  const accept = (socket: Socket): Client => {
    socket.setNoDelay(true);
    const client = aedes.handle(socket);
    limitPackets(client, events);
    const { _nextBatch: nextBatch } = client as unknown as ClientParts;
    socket.off('readable', nextBatch);
    socket.on('readable', () => slices.run(() => nextBatch()));
    return client;
  };
  return {
    now: accept,
    /** For a socket that is paused until then. */
    later: (socket: Socket): void => {
      // An error before its turn would have no listener and end the process.
      socket.on('error', () => {});
      slices.run(() => void (aedes.closed || socket.destroyed ? socket.destroy() : accept(socket)));
    },
  };
}

/** aedes has no size limit: a length field makes its parser buffer up to 256 MB. A test sends such a packet. */
function limitPackets(client: Client, events: LinkEvents): void {
  const { _parser: parser } = client as unknown as ClientParts;
  const parse = parser.parse.bind(parser);
  parser.parse = (chunk) => {
    const rest = parse(chunk);
    if (parser.packet.length > brokerMaxBytes) {
      events.refused('TOO_LARGE', {
        topic: '',
        serialNumber: client.id ?? '',
        detail: `${parser.packet.length}`,
      });
      client.emit('error', new Error('packet too large'));
      return 0;
    }
    return rest;
  };
}
