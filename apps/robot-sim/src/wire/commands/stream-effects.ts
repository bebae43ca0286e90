import { streamKinds, streamOpenParams, streamTransports } from '@sweepline/contract/robot';
import type { CommandContext, Effects } from './command-context.ts';
import { failed, rejected, succeeded } from './commands.ts';

const isKind = (kind: unknown) => streamKinds.some((known) => known === kind);
const isTransport = (name: unknown) => streamTransports.some((known) => known === name);

/** Streams of cameras (docs/protocol/video.md#session), shells (docs/protocol/shell.md#session) and the log (docs/protocol/files.md#live-log). */
export const streamEffects = ({ streams }: CommandContext): Effects => ({
  'stream.open': ({ params }, end) => {
    const { kind, transport } = params;
    if (!isKind(kind)) return rejected('UNSUPPORTED', 'kind');
    if (kind === 'VIDEO' && !isTransport(transport)) return rejected('UNSUPPORTED', 'transport');
    const parsed = streamOpenParams.safeParse(params);
    if (!parsed.success) return rejected('BAD_PARAMS', parsed.error.issues[0]?.path.join('.') ?? '');
    const ended = (isOpen: boolean) => end(isOpen ? succeeded() : failed('STREAM'));
    const { data } = parsed;
    const refusal =
      data.kind === 'VIDEO'
        ? streams.cameras.open(data, ended)
        : data.kind === 'LOG'
          ? streams.log.open(data, ended)
          : streams.shell.open(data, ended);
    return refusal === undefined ? undefined : rejected(refusal);
  },

  'stream.close': ({ params }) => {
    const { sessionId } = params;
    if (typeof sessionId !== 'string') return rejected('BAD_PARAMS', 'sessionId');
    streams.close(sessionId);
    return succeeded();
  },
});
