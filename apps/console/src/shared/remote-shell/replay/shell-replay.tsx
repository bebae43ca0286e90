import { shellCalls, type ShellRecording, type ShellSession } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { formatTimeExact } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useScreen } from '../terminal/use-screen.ts';
import { plainOutput } from './plain-output.ts';
import { PlayerBar } from './player-bar.tsx';
import { ReplaySearch } from './replay-search.tsx';
import { TypedInput } from './typed-input.tsx';
import { usePlayer } from './use-player.ts';

/** Reads the recording of an ended shell and plays it. */
export function ShellReplay({ session }: { session: ShellSession }) {
  const { path } = shellCalls.recording;
  const { data, error, refetch } = useQuery({
    queryKey: ['shell-recording', path, session.id],
    queryFn: () => send(shellCalls.recording, { id: session.id }, { quiet: true }),
    // A recording never changes, and each read of it is audited.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Player session={session} recording={data} />;
}

/** A character is about this much narrower than it is high. */
const charShare = 0.61;
const fontPx = { min: 8, max: 13 };
/** The paddings of the page beside the terminal. */
const besidePx = 72;

const fontFor = (cols: number) =>
  Math.min(fontPx.max, Math.max(fontPx.min, Math.floor((window.innerWidth - besidePx) / cols / charShare)));

function Player({ session, recording }: { session: ShellSession; recording: ShellRecording }) {
  const { t } = useTranslation('remote-shell');
  const place = useRef<HTMLDivElement>(null);
  const { cols, rows, output } = recording;
  const screen = useScreen(place, { readOnly: true, size: { cols, rows }, fontSize: fontFor(cols) });
  const player = usePlayer(recording, screen);
  const plain = useMemo(() => plainOutput(output), [output]);
  const download = () => {
    const { requester, reason, requestedAt, device } = session;
    const head = [requester.name, requester.company, formatTimeExact(requestedAt), reason].join(' · ');
    const name = `shell-${device?.sn ?? session.id}-${requestedAt.slice(0, 16).replaceAll(':', '')}.txt`;
    saveFile(new Blob([`${head}\n\n${plain.text}`], { type: 'text/plain;charset=utf-8' }), name);
  };
  return (
    <section className="sh-replay" aria-label={t('replayTitle')}>
      <div className="sh-terminal">
        <PlayerBar player={player} durationMs={recording.durationMs} />
        <div className="sh-screen sh-screen-fixed" ref={place} />
      </div>
      <div className="sh-beside">
        <ReplaySearch plain={plain} output={output} onPlace={player.seek} />
        <Button icon="download" onClick={download}>
          {t('download')}
        </Button>
        {session.may.replayInput && <TypedInput id={session.id} onPlace={player.seek} />}
      </div>
    </section>
  );
}
