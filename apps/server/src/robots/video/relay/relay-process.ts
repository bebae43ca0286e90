import { isVideoOffer } from './sdp-offer.ts';
import {
  relayRequest,
  relaySettings,
  type RelayFault,
  type RelayMessage,
  type RelayRequest,
} from './relay-messages.ts';
import { createRelaySession, type RelaySession } from './relay-session.ts';

// A process of its own: a fault of the library ends the relay, and not the server.
const settings = relaySettings.parse(JSON.parse(process.argv[2] ?? ''));
const sessions = new Map<string, RelaySession>();
const say = (message: RelayMessage) => {
  if (process.connected) process.send?.(message);
};

class Fault extends Error {
  readonly fault: RelayFault;
  constructor(fault: RelayFault) {
    super(fault);
    this.fault = fault;
  }
}

function publish({ sessionId, sdp, clocks }: Extract<RelayRequest, { type: 'PUBLISH' }>): Promise<string> {
  const session = createRelaySession(settings, clocks, {
    published: () => say({ type: 'PUBLISHED', sessionId }),
    publisherGone: () => {
      end(sessionId);
      say({ type: 'PUBLISHER_GONE', sessionId });
    },
    subscriberGone: (subscriberId) => say({ type: 'SUBSCRIBER_GONE', subscriberId }),
    cluster: say,
  });
  end(sessionId);
  sessions.set(sessionId, session);
  return session.publish(sdp).catch((error: unknown) => {
    end(sessionId);
    throw error;
  });
}

function end(sessionId: string) {
  sessions.get(sessionId)?.end();
  sessions.delete(sessionId);
}

function stopRecording(recordingId: string) {
  for (const session of sessions.values()) session.stopRecording(recordingId);
  say({ type: 'RECORDED', recordingId });
}

async function answer(message: Extract<RelayRequest, { request: string }>): Promise<string> {
  if (!isVideoOffer(message.sdp)) throw new Fault('OFFER');
  if (message.type === 'PUBLISH') return await publish(message);
  const session = sessions.get(message.sessionId);
  if (!session) throw new Fault('SESSION');
  return await session.subscribe(message.subscriberId, message.sdp);
}

function receive(message: RelayRequest) {
  if (message.type === 'END') return end(message.sessionId);
  if (message.type === 'UNSUBSCRIBE')
    return sessions.forEach((session) => session.unsubscribe(message.subscriberId));
  if (message.type === 'RECORD') return sessions.get(message.sessionId)?.record(message.recordingId, message);
  if (message.type === 'STOP_RECORDING') return stopRecording(message.recordingId);
  const { request } = message;
  answer(message).then(
    (sdp) => say({ type: 'ANSWER', request, sdp }),
    (error: unknown) => {
      const fault = error instanceof Fault ? error.fault : 'OFFER';
      say({ type: 'FAULT', request, fault, detail: String(error) });
    },
  );
}

process.on('message', (message) => receive(relayRequest.parse(message)));
// Its sessions end with the server that decides about them.
process.on('disconnect', () => process.exit(0));
